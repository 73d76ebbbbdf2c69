-- A whole match is put where none of that name is; all of it, or nothing.
-- KEYS: outbox, dues, matches, those in its state, then those of match_keys.py, the envelope first,
-- then persons
-- ARGV: the plan as JSON, the channel and the partition that it is woken by, then the blobs.
local plan = cjson.decode(ARGV[1])
if redis.call('EXISTS', KEYS[5]) == 1 then return 'held' end
local at = 3
local function take()
  at = at + 1
  return ARGV[at]
end
for number, part in ipairs(plan.parts) do
  redis.call('DEL', KEYS[4 + number])
  for _ = 1, part.count do
    if part.kind == 'hash' then
      local field = take()
      redis.call('HSET', KEYS[4 + number], field, take())
    else
      redis.call('RPUSH', KEYS[4 + number], take())
    end
  end
  if part.seconds > 0 then redis.call('EXPIRE', KEYS[4 + number], part.seconds) end
end
redis.call('SADD', KEYS[3], plan.match)
redis.call('ZADD', KEYS[4], 0, plan.match)
for _ = 1, plan.outbox do redis.call('XADD', KEYS[1], '*', 'n', take()) end
for _ = 1, plan.dues do
  local score = take()
  redis.call('ZADD', KEYS[2], score, take())
end
for at = 1, plan.persons do redis.call('SADD', KEYS[4 + #plan.parts + at], take()) end
redis.call('PUBLISH', ARGV[2], ARGV[3])
return 'done'
