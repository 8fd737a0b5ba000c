# Image of Nada: the release folder on Debian. It runs without root, on a read-only root file system;
# /data is the only folder that it writes. Commands: docker run … nada backup.
FROM node:24-bookworm AS build
WORKDIR /src
COPY . .
RUN npm ci && npm run release && mv release/nada-*-linux-x64 /opt/nada

FROM debian:bookworm-slim
RUN install -d -o 10001 -g 10001 -m 0700 /data
COPY --from=build /opt/nada /opt/nada
USER 10001:10001
WORKDIR /data
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["/opt/nada/nada", "ready"]
ENTRYPOINT ["/opt/nada/nada"]
CMD ["start"]
