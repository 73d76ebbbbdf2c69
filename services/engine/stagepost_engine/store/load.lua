-- A match, the server's time, and the answer kept under a key, in one round trip.
-- KEYS: envelope, answer
local held = redis.call('HMGET', KEYS[1], 'r', 'e')
local time = redis.call('TIME')
return {held[1], held[2], time[1], time[2], redis.call('GET', KEYS[2])}
