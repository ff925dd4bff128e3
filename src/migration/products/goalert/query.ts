/**
 * Everything that is asked, in one document: a key of GoAlert is good for the very text that it was made with, whatever
 * operation of it is asked for. The guide has this text, for people to copy.
 */
export const query = `query Users($after: String = "") {
  users(input: { first: 100, after: $after }) {
    nodes {
      id name email role
      contactMethods { id name disabled dest { type args } }
      notificationRules { id delayMinutes contactMethodID }
    }
    pageInfo { hasNextPage endCursor }
  }
}
query Rotations($after: String = "") {
  rotations(input: { first: 100, after: $after }) {
    nodes {
      id name description start timeZone type shiftLength
      userIDs activeUserIndex nextHandoffTimes(num: 1)
    }
    pageInfo { hasNextPage endCursor }
  }
}
query Schedules($after: String = "") {
  schedules(input: { first: 100, after: $after }) {
    nodes {
      id name description timeZone
      targets { target { id type name } rules { start end weekdayFilter } }
      temporarySchedules { start end shifts { userID start end } }
      onCallNotificationRules { id time weekdayFilter dest { type args } }
    }
    pageInfo { hasNextPage endCursor }
  }
}
query UserOverrides($after: String = "") {
  userOverrides(input: { first: 100, after: $after }) {
    nodes { id start end addUserID removeUserID target { id type } }
    pageInfo { hasNextPage endCursor }
  }
}
query EscalationPolicies($after: String = "") {
  escalationPolicies(input: { first: 100, after: $after }) {
    nodes {
      id name description repeat
      steps { id stepNumber delayMinutes actions { type args } }
    }
    pageInfo { hasNextPage endCursor }
  }
}
query Services($after: String = "") {
  services(input: { first: 100, after: $after }) {
    nodes {
      id name description escalationPolicyID maintenanceExpiresAt
      labels { key value }
      integrationKeys { id type name href }
      heartbeatMonitors { id name timeoutMinutes additionalDetails href }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;
