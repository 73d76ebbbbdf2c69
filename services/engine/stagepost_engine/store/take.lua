-- All that a match has, at one moment, and the server's time.
-- KEYS: those of match_keys.py
-- ARGV: for each of them `hash` or `list`
local time = redis.call('TIME')
local found = {time[1], time[2]}
for at, key in ipairs(KEYS) do
  if ARGV[at] == 'hash' then
    found[#found + 1] = redis.call('HGETALL', key)
  else
    found[#found + 1] = redis.call('LRANGE', key, 0, -1)
  end
end
return found
