-- Count one more request of a window; return the milliseconds to wait, 0 while within the bound.
-- KEYS: counter
-- ARGV: the most in a window, the window's length in milliseconds
local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  left = tonumber(ARGV[2])
  redis.call('PEXPIRE', KEYS[1], left)
end
if count > tonumber(ARGV[1]) then return left end
return 0
