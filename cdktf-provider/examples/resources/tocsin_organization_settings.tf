resource "tocsin_organization_settings" "example" {
  organization_id               = "3f0c2a52-6f1e-4b7e-9a55-2f3c1a7d8e90"
  audit_retention_days          = 730
  code_only                     = true
  skip_quiet_engagement_reports = true
  language                      = "de"

  disable_weekly_incident_engagement_report = false
}
