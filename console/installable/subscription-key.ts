/** Where this browser remembers its subscription to push messages. */
export const subscriptionKey = 'tocsin.pushSubscription';
