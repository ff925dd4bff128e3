/** Its own types would declare Temporal a second time. */
declare module 'temporal-polyfill/global';
