-- One commit of a match: all of it, or nothing.
-- Everything is checked before the first write, for a script does not roll back.
-- ARGV[2] is the channel that wakes the watchers, ARGV[3] the partition they are told.
-- KEYS: envelope, journal, record, outbox, dues, people, matches, answer, events;
-- then a set for each of the persons, and a key for each of the slots
-- ARGV: the plan as JSON, then the blobs that it counts, in the order they are taken.
local plan = cjson.decode(ARGV[1])
local at = 3
local function take()
  at = at + 1
  return ARGV[at]
end

local held = redis.call('HGET', KEYS[1], 'r')
if plan.answer and redis.call('EXISTS', KEYS[8]) == 1 then
  return 'answered'
end
if plan.expected == 0 then
  if held then return 'stale' end
elseif held ~= tostring(plan.expected) then
  return 'stale'
end
if plan.not_before then
  local time = redis.call('TIME')
  if tonumber(time[1]) + tonumber(time[2]) / 1000000 < plan.not_before then
    return 'early'
  end
end

if plan.revision then
  redis.call('HSET', KEYS[1], 'r', plan.revision, 'e', take())
  if plan.expected == 0 then redis.call('SADD', KEYS[7], plan.match) end
  if redis.call('ZADD', KEYS[9 + plan.state], 0, plan.match) == 1 then
    for state = 1, 3 do
      if state ~= plan.state then redis.call('ZREM', KEYS[9 + state], plan.match) end
    end
  end
end
for _ = 1, plan.journal do redis.call('RPUSH', KEYS[2], take()) end
for _ = 1, plan.record do redis.call('RPUSH', KEYS[3], take()) end
for _ = 1, plan.outbox do redis.call('XADD', KEYS[4], '*', 'n', take()) end
for _ = 1, plan.dues_gone do redis.call('ZREM', KEYS[5], take()) end
for _ = 1, plan.dues_new do
  local score = take()
  redis.call('ZADD', KEYS[5], score, take())
end
for _ = 1, plan.people do
  local field = take()
  redis.call('HSET', KEYS[6], field, take())
end
local place = #KEYS - plan.persons - plan.slots
for _ = 1, plan.persons do
  place = place + 1
  redis.call('SADD', KEYS[place], take())
end
for _ = 1, plan.slots do
  place = place + 1
  redis.call('SET', KEYS[place], take(), 'EX', plan.slot_seconds)
end
for _ = 1, plan.events do redis.call('RPUSH', KEYS[9], take()) end
if plan.answer then redis.call('SET', KEYS[8], take(), 'EX', plan.answer) end
if plan.outbox + plan.dues_new + plan.events > 0 then redis.call('PUBLISH', ARGV[2], ARGV[3]) end
return 'done'
