-- A whole match is put where none of that name is; all of it, or nothing.
-- KEYS: matches, those in its state, then those of match_keys.py, the envelope first, then persons
-- ARGV: the plan as JSON, then the blobs that it counts, in the order they are taken.
local plan = cjson.decode(ARGV[1])
if redis.call('EXISTS', KEYS[3]) == 1 then return 'held' end
local at = 1
local function take()
  at = at + 1
  return ARGV[at]
end
for number, part in ipairs(plan.parts) do
  local key = KEYS[2 + number]
  redis.call('DEL', key)
  for _ = 1, part.count do
    if part.kind == 'hash' then
      local field = take()
      redis.call('HSET', key, field, take())
    else
      redis.call('RPUSH', key, take())
    end
  end
  if part.seconds > 0 then redis.call('EXPIRE', key, part.seconds) end
end
redis.call('SADD', KEYS[1], plan.match)
redis.call('ZADD', KEYS[2], 0, plan.match)
for place = 1, plan.persons do redis.call('SADD', KEYS[2 + #plan.parts + place], take()) end
return 'done'
