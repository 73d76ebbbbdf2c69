-- Count one more request of each counter; return the milliseconds to wait, 0 within all bounds.
-- KEYS: counters
-- ARGV: the window's length in milliseconds, then the most in a window for each counter
local wait = 0
for at, key in ipairs(KEYS) do
  local count = redis.call('INCR', key)
  local left = redis.call('PTTL', key)
  if left < 0 then
    left = tonumber(ARGV[1])
    redis.call('PEXPIRE', key, left)
  end
  if count > tonumber(ARGV[at + 1]) and left > wait then wait = left end
end
return wait
