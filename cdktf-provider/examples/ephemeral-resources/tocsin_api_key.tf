# Exists while Terraform runs and is revoked afterwards; it is in no plan and no state.
ephemeral "tocsin_api_key" "run" {
  display_name = "One run of Terraform"
  scopes       = [{ resource = "incidents", permissions = ["get", "list"] }]
}
