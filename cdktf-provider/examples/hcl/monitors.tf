# Monitors as code: the server looks for itself, or waits to hear from something.

resource "tocsin_integration" "checkout" {
  display_name = "Checkout"
  team_id      = tocsin_team.shop.id
  type         = "HttpMonitoring"
  integration_settings = {
    http_monitoring = {
      url                                      = "https://www.example.com/health"
      method                                   = "GET"
      interval_in_seconds                      = 60
      timeout_in_milliseconds                  = 5000
      max_retries                              = 2
      content_test                             = "\"database\":\"ok\""
      severity_down                            = "Critical"
      severity_degraded                        = "Warning"
      ssl_certificate_max_age_in_days_degraded = 21
      ssl_certificate_max_age_in_days_down     = 3
    }
  }
}

# By ICMP; with a port, as in "db-1.example.com:5432", by TCP connections to it.
resource "tocsin_integration" "database" {
  display_name = "Database"
  team_id      = tocsin_team.platform.id
  type         = "PingMonitor"
  integration_settings = {
    ping_monitor = {
      host                    = "db-1.example.com"
      interval_in_seconds     = 30
      timeout_in_milliseconds = 1000
      max_retries             = 3
      severity_down           = "Critical"
      severity_degraded       = "Minor"
    }
  }
}

# The worker requests the webhook URL at least every five minutes.
resource "tocsin_integration" "worker" {
  display_name = "Worker"
  team_id      = tocsin_team.platform.id
  type         = "HeartbeatMonitor"
  integration_settings = {
    heartbeat_monitor = {
      interval_in_sec     = 300
      grace_period_in_sec = 60
      severity            = "Critical"
    }
  }
}

# 0 3 * * * backup.sh && curl -fsS -m 10 --retry 3 "$URL"
resource "tocsin_integration" "backup" {
  display_name = "Backup"
  team_id      = tocsin_team.platform.id
  type         = "CronJobMonitor"
  integration_settings = {
    cronjob_monitor = {
      cron_expression     = "0 3 * * *"
      time_zone_id        = "Europe/Berlin"
      grace_period_in_sec = 1800
      severity            = "Warning"
    }
  }
}

resource "tocsin_integration" "mailbox" {
  display_name = "Mailbox"
  team_id      = tocsin_team.platform.id
  type         = "Email"
  integration_settings = {
    email = {}
  }
}

output "monitor_urls" {
  description = "What the worker and the backup request, and where mail goes."
  value = {
    worker  = tocsin_integration.worker.webhook_url
    backup  = tocsin_integration.backup.webhook_url
    mailbox = tocsin_integration.mailbox.integration_settings.email.email_address
  }
}
