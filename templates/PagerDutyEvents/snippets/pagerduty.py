import pagerduty

client = pagerduty.EventsApiV2Client('{{key}}', base_url='{{receiverUrl}}')
dedup_key = client.trigger('Disk of db-1 is 96 % full', 'db-1', severity='critical')
client.resolve(dedup_key)
