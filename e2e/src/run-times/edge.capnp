using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "consumer", worker = .consumer),
    (name = "internet", network = (allow = ["local", "private", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "consumer")],
);

const consumer :Workerd.Worker = (
  modules = [(name = "edge-worker", esModule = embed "edge-worker.js")],
  compatibilityDate = "2025-09-01",
);
