# What holds the network of a pod while its containers come and go: it only waits.
FROM golang:1.26.8-bookworm AS build
COPY k8s/images/health /health
RUN CGO_ENABLED=0 go build -C /health -trimpath -ldflags '-s -w' -o /bin/health .

FROM scratch
COPY --from=build /bin/health /pause
USER 65535:65535
ENTRYPOINT ["/pause", "-wait", "8760h"]
