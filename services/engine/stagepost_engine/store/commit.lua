-- One commit of a match: all of it, or nothing.
-- Everything is checked before the first write, for a script does not roll back.
-- ARGV[2] is the channel that wakes the watchers, ARGV[3] the partition they are told.
-- KEYS: envelope, journal, record, outbox, dues, people, matches, answer, events;
-- last a set for each of the persons, a key for each of the slots, the events that wait for
-- each of the webhooks, the webhooks themselves, and when they are to be called
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
local place = #KEYS - 2 - plan.persons - plan.slots - plan.hook_news
for _ = 1, plan.persons do
  place = place + 1
  redis.call('SADD', KEYS[place], take())
end
for _ = 1, plan.slots do
  place = place + 1
  redis.call('SET', KEYS[place], take(), 'EX', plan.slot_seconds)
end
local hooks = KEYS[#KEYS - 1]
for _ = 1, plan.hooks do
  local hook = take()
  redis.call('HSET', hooks, hook, take())
end
for _ = 1, plan.hook_news do
  place = place + 1
  local hook, open, how, count = take(), take(), take(), tonumber(take())
  for _ = 1, count do
    local number = take()
    redis.call('ZADD', KEYS[place], number, take())
  end
  redis.call('EXPIRE', KEYS[place], plan.waiting_seconds)
  -- One that waits for its next try goes on waiting, until the match is over.
  redis.call('ZADD', KEYS[#KEYS], how, open, hook)
end
if plan.revision and redis.call('EXISTS', hooks) == 1 then
  local alive = {}
  for hook in string.gmatch(plan.hooks_alive, '%S+') do alive[hook] = true end
  for _, hook in ipairs(redis.call('HKEYS', hooks)) do
    if not alive[hook] then redis.call('HDEL', hooks, hook) end
  end
  if plan.hooks_seconds then redis.call('EXPIRE', hooks, plan.hooks_seconds) end
end
for _ = 1, plan.events do redis.call('RPUSH', KEYS[9], take()) end
if plan.answer then redis.call('SET', KEYS[8], take(), 'EX', plan.answer) end
if plan.outbox + plan.dues_new + plan.events + plan.hook_news > 0 then redis.call('PUBLISH', ARGV[2], ARGV[3]) end
return 'done'
