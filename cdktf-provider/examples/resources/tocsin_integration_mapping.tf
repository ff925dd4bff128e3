variable "integration_id" { type = string }

resource "tocsin_integration_mapping" "builds" {
  integration_id = var.integration_id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.result" }, { map = "passed->Resolved,->Open" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.job" }] },
      { name = "Job", is_grouping_key = true, mappings = [{ json_path = "$.jsonBody.job" }] },
      { name = "Build", mappings = [{ json_path = "$.jsonBody.url" }, { regex = "(\\d+)$", replace = "#$1" }] },
    ]
  }
}
