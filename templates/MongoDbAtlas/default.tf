# MongoDB Atlas: an integration of type MongoDbAtlas, and the mapping that applies to it until it has one of its own.
# Start from here and change what you like; for an integration that you have already, take the mapping only.
# How to connect it: docs/integrations/MongoDbAtlas.md, or GET /api/public/v1/inbound-integration/types/MongoDbAtlas.

terraform {
  required_providers {
    tocsin = {
      source = "tocsin/tocsin"
    }
  }
}

variable "team_id" {
  description = "Id of the team that gets the incidents, such as tocsin_team.example.id."
  type        = string
}

resource "tocsin_integration" "mongo_db_atlas" {
  display_name = "MongoDB Atlas"
  team_id      = var.team_id
  type         = "MongoDbAtlas"
}

resource "tocsin_integration_mapping" "mongo_db_atlas" {
  integration_id = tocsin_integration.mongo_db_atlas.id
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.jsonBody.status" }, { map = "OPEN->Open,TRACKING->Open,INFORMATIONAL->Open,CLOSED->Resolved,CANCELLED->Resolved" }] },
      { name = "Status", mappings = [{ json_path = "$.headers['x-mms-event']" }, { map = "alert.open->Open,alert.update->Open,alert.acknowledge->Open,alert.close->Resolved,alert.cancel->Resolved" }] },
      { name = "Status", mappings = [{ static = "Open" }] },
      { name = "Severity", mappings = [{ json_path = "$.jsonBody.eventTypeName" }, { map = "HOST_DOWN->Critical,NO_PRIMARY->Critical,CLUSTER_MONGOS_IS_MISSING->Critical,MONITORING_AGENT_DOWN->Critical,BACKUP_AGENT_DOWN->Critical,REPLICATION_OPLOG_WINDOW_RUNNING_OUT->Critical,CREDIT_CARD_ABOUT_TO_EXPIRE->Minor,PRIMARY_ELECTED->Minor,USERS_WITHOUT_MULTI_FACTOR_AUTH->Minor" }] },
      { name = "Severity", mappings = [{ static = "Warning" }] },
      { name = "Event", mappings = [{ json_path = "$.jsonBody.eventTypeName" }] },
      { name = "Cluster", mappings = [{ json_path = "$.jsonBody.clusterName" }] },
      { name = "Cluster", mappings = [{ json_path = "$.jsonBody.replicaSetName" }] },
      { name = "Cluster", mappings = [{ json_path = "$.jsonBody.hostnameAndPort" }] },
      { name = "Title", mappings = [{ json_path = "$[?($.jsonBody.eventTypeName && $.jsonBody.eventTypeName != null && $.jsonBody.eventTypeName != '' && ($.jsonBody.clusterName && $.jsonBody.clusterName != null && $.jsonBody.clusterName != '' || $.jsonBody.replicaSetName && $.jsonBody.replicaSetName != null && $.jsonBody.replicaSetName != '' || $.jsonBody.hostnameAndPort && $.jsonBody.hostnameAndPort != null && $.jsonBody.hostnameAndPort != ''))].clusterName" }, { static = "{{ currentIncident.Event }} on {{ currentIncident.Cluster }}" }] },
      { name = "Title", mappings = [{ json_path = "$.jsonBody.eventTypeName" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$.jsonBody.id" }] },
      { name = "SourceState", mappings = [{ json_path = "$.headers['x-mms-event']" }, { regex = "(?i)acknowledge$" }, { static = "ACKNOWLEDGED" }] },
      { name = "SourceState", mappings = [{ json_path = "$.jsonBody.status" }] },
      { name = "Host", mappings = [{ json_path = "$.jsonBody.hostnameAndPort" }] },
      { name = "Metric", mappings = [{ json_path = "$.jsonBody.metricName" }] },
      { name = "Value", mappings = [{ json_path = "$.jsonBody.currentValue.number" }] },
      { name = "Replica Set", mappings = [{ json_path = "$.jsonBody.replicaSetName" }] },
      { name = "Project", hide_in_previews = true, mappings = [{ json_path = "$.jsonBody.groupId" }] },
      { name = "Text", mappings = [{ json_path = "$.jsonBody.humanReadable" }] },
      { name = "Acknowledged By", mappings = [{ json_path = "$.jsonBody.acknowledgingUsername" }] },
      { name = "Note", mappings = [{ json_path = "$.jsonBody.acknowledgementComment" }] },
      { name = "Title", mappings = [{ json_path = "$['jsonBody','formBody']['title','subject','summary','message','text','name']" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "Title", mappings = [{ json_path = "$.textBody" }, { regex = "(?m)^[^\\r\\n]{0,150}\\w[^\\r\\n]{0,50}" }] },
      { name = "CorrelationId", mappings = [{ json_path = "$['jsonBody','formBody','textBody','xmlBody','base64Body','query']" }] },
    ]
  }
}
