// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
import redis.embedded.core.RedisServerBuilder;

/** Redis, whose program embedded-redis unpacks from its jar into the folder for temporary files. */
public final class RedisServer {

  private RedisServer() {}

  public static void main(String[] args) {
    Serving.run(
        () -> {
          int port = Serving.freePort();
          redis.embedded.RedisServer server =
              new RedisServerBuilder()
                  .port(port)
                  .bind("127.0.0.1")
                  .setting("save \"\"")
                  .setting("appendonly no")
                  .build();
          server.start();
          return new Serving.Server(port, server::stop);
        });
  }
}
