"""Brings jobs that wait for their next try back to the queue."""

from __future__ import annotations

from collections.abc import Callable

from redis import Redis
from rq import Queue

JOBS_A_LOOK_MOST = 500
JOB_KEY_PREFIX = "rq:job:"

# RQ's scheduler is one process under a lock, and stalls for minutes when it is killed. This is
# its one step as a script, so that any watcher may take it at any time: a job that is taken out
# of the schedule is on the queue.
BRING_BACK = """
local time = redis.call('TIME')
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', time[1], 'LIMIT', 0, ARGV[1])
for _, id in ipairs(due) do
  redis.call('ZREM', KEYS[1], id)
  local job = ARGV[2] .. id
  if redis.call('EXISTS', job) == 1 then
    redis.call('HSET', job, 'status', 'queued')
    redis.call('RPUSH', KEYS[2], id)
  end
end
return #due
"""


def retrier(redis: Redis, queue: Queue) -> Callable[[], int]:
    """A look at the jobs that wait; it returns how many it brought back."""
    script = redis.register_script(BRING_BACK)
    waiting = queue.scheduled_job_registry.key

    def bring_back() -> int:
        return int(script(keys=[waiting, queue.key], args=[JOBS_A_LOOK_MOST, JOB_KEY_PREFIX]))

    return bring_back
