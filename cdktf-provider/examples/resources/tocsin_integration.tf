variable "team_id" { type = string }
variable "zabbix_key" {
  type      = string
  sensitive = true
}

resource "tocsin_integration" "metrics" {
  display_name = "Metrics"
  team_id      = var.team_id
  type         = "PrometheusAlertmanager"
  labels       = ["production"]
}

# Told of once it sent three payloads of the same problem within ten minutes, or after ten minutes.
resource "tocsin_integration" "flapping" {
  display_name = "Links"
  team_id      = var.team_id
  type         = "Zabbix"
  hold_settings = {
    threshold = { payloads = 3, within_minutes = 10, below = "alert" }
  }
}

# Zabbix keeps the API key that it used with Opsgenie, and changes its base URL only.
resource "tocsin_integration" "migrated" {
  display_name  = "Zabbix, as before"
  team_id       = var.team_id
  type          = "OpsgenieAlertApi"
  accepted_keys = [{ display_name = "Zabbix in Munich", key = var.zabbix_key }]
}

# A monitor that Tocsin runs itself.
resource "tocsin_integration" "website" {
  display_name = "Website"
  team_id      = var.team_id
  type         = "HttpMonitoring"
  integration_settings = {
    http_monitoring = {
      url                     = "https://www.example.com/"
      method                  = "GET"
      interval_in_seconds     = 60
      timeout_in_milliseconds = 5000
      severity_down           = "Critical"
    }
  }
}

output "webhook_url" {
  value = tocsin_integration.metrics.webhook_url
}
