import opsgenie_sdk

configuration = opsgenie_sdk.configuration.Configuration()
configuration.host = '{{receiverUrl}}'
configuration.api_key['Authorization'] = '{{key}}'
alerts = opsgenie_sdk.AlertApi(opsgenie_sdk.ApiClient(configuration=configuration))
alerts.create_alert(opsgenie_sdk.CreateAlertPayload(message='Disk of db-1 is 96 % full', alias='db-1/disk', priority='P1'))
alerts.close_alert(identifier='db-1/disk', identifier_type='alias')
