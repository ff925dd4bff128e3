import pdpyras

session = pdpyras.EventsAPISession('{{key}}')
session.url = '{{receiverUrl}}'
dedup_key = session.trigger('Disk of db-1 is 96 % full', 'db-1', severity='critical')
session.resolve(dedup_key)
