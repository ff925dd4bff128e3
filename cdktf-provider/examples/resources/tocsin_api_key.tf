variable "public_key" {
  description = "PEM of an RSA public key, such as `openssl rsa -pubout` prints."
  type        = string
}

# The key comes back encrypted for the owner of the private key; nothing readable is in the state:
#   terraform output -raw encrypted_key | base64 -d | openssl pkeyutl -decrypt -inkey private.pem \
#     -pkeyopt rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:sha256
resource "tocsin_api_key" "deployments" {
  display_name = "Deployments"
  kind         = "organization"
  scopes       = [{ resource = "incidents", permissions = ["create", "update"] }]
  public_key   = var.public_key
}

output "encrypted_key" {
  value = tocsin_api_key.deployments.encrypted_key
}
