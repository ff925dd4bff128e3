variable "client_secret" {
  type      = string
  sensitive = true
}

resource "tocsin_oidc_connection" "sso" {
  display_name              = "Example SSO"
  issuer                    = "https://sso.example.com/realms/main"
  client_id                 = "tocsin"
  client_secret             = var.client_secret
  domains                   = ["example.com"]
  groups_claim              = "groups"
  just_in_time_provisioning = true
}

# The record that proves the domain, for the resource of your DNS provider.
output "domain_proof" {
  value = tocsin_oidc_connection.sso.domain_proofs[0]
}

# What the identity provider has to know of this server.
output "redirect_uri" {
  value = tocsin_oidc_connection.sso.callback_url
}
