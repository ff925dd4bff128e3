# Everything about on-call of a small company, as code.
#
#   export TOCSIN_ENDPOINT=http://127.0.0.1:8080
#   export TOCSIN_API_KEY=...        # printed once at the first start of the server
#   tocsin terraform install         # puts the provider where terraform finds it
#   terraform init && terraform apply

terraform {
  required_version = ">= 1.11"
  required_providers {
    tocsin = {
      source  = "tocsin/tocsin"
      version = "~> 0.1"
    }
  }
}

# Endpoint and key come from the environment, so that neither is in the repository.
provider "tocsin" {}
