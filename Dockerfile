# syntax=docker/dockerfile:1
# Two images from one file: `docker build --target engine .` and `docker build --target mailer .`

FROM python:3.11-slim AS builder
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /house
COPY requirements.lock ./
# The builder of the wheel comes from the same hashed lock as everything else.
RUN awk '/^[a-z]/ { keep = /^(hatchling|packaging|pathspec|pluggy|tomlkit|trove-classifiers)==/ } keep' requirements.lock > build.lock \
    && pip install --no-cache-dir --require-hashes --requirement build.lock
COPY pyproject.toml LICENSE ./
COPY shared shared
COPY services services
RUN pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels .

# Dependencies stand before the wheel: a change of code makes one small layer anew.
FROM python:3.11-slim AS engine-room
WORKDIR /house
COPY requirements-engine.lock ./
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --require-hashes --requirement requirements-engine.lock
COPY --from=builder /wheels /wheels
RUN /venv/bin/pip install --no-cache-dir --no-deps /wheels/*.whl

FROM python:3.11-slim AS mailer-room
WORKDIR /house
COPY requirements-mailer.lock ./
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --require-hashes --requirement requirements-mailer.lock
COPY --from=builder /wheels /wheels
RUN /venv/bin/pip install --no-cache-dir --no-deps /wheels/*.whl

# A user that owns nothing: the house keeps all it knows in Redis and writes no file.
FROM python:3.11-slim AS floor
ENV PATH=/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
WORKDIR /tmp
USER 10001:10001

FROM floor AS engine
LABEL org.opencontainers.image.title="Stagepost engine" org.opencontainers.image.licenses="MIT"
COPY --from=engine-room /venv /venv
ENV STAGEPOST_ENGINE_HOST=0.0.0.0 STAGEPOST_ENGINE_PORT=8000
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as web; web.urlopen('http://127.0.0.1:' + os.environ['STAGEPOST_ENGINE_PORT'] + '/v1/health', timeout=4)"]
CMD ["python", "-m", "stagepost_engine.app"]

# One image for three processes; compose.yaml and k8s/ name theirs, each with a probe of its own.
FROM floor AS mailer
LABEL org.opencontainers.image.title="Stagepost mailer" org.opencontainers.image.licenses="MIT"
COPY --from=mailer-room /venv /venv
ENV STAGEPOST_RECEIVER_HOST=0.0.0.0 STAGEPOST_SMTP_PORT_IN=8025 STAGEPOST_LMTP_PORT_IN=8024
EXPOSE 8025 8024
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import os, redis; redis.Redis.from_url(os.environ['STAGEPOST_REDIS_URL']).ping()"]
CMD ["python", "-m", "stagepost_mailer.worker"]
