// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.qpid.server.SystemLauncher;
import org.apache.qpid.server.model.SystemConfig;

/** Apache Qpid, a broker that speaks RabbitMQ's protocol (AMQP 0-9-1) and keeps all in memory. */
public final class QpidServer {

  private static final String CONFIGURATION =
      """
      {
        "name": "pair",
        "modelVersion": "9.1",
        "authenticationproviders": [
          {"name": "plain", "type": "Plain", "secureOnlyMechanisms": [],
           "users": [{"name": "guest", "type": "managed", "password": "guest"}]}
        ],
        "ports": [
          {"name": "AMQP", "port": %d, "bindingAddress": "127.0.0.1",
           "authenticationProvider": "plain", "protocols": ["AMQP_0_9_1"],
           "virtualhostaliases": [{"name": "default", "type": "defaultAlias"}]}
        ],
        "virtualhostnodes": [
          {"name": "default", "type": "Memory", "defaultVirtualHostNode": "true",
           "virtualHostInitialConfiguration": "{\\"type\\": \\"Memory\\"}"}
        ]
      }
      """;

  private QpidServer() {}

  public static void main(String[] args) {
    Serving.run(
        () -> {
          int port = Serving.freePort();
          Path folder = Path.of(System.getProperty("java.io.tmpdir"));
          Path file = Files.writeString(folder.resolve("qpid.json"), CONFIGURATION.formatted(port));
          SystemLauncher launcher = new SystemLauncher();
          launcher.startup(
              Map.of(
                  "type",
                  "Memory",
                  SystemConfig.INITIAL_CONFIGURATION_LOCATION,
                  file.toUri().toString(),
                  SystemConfig.QPID_WORK_DIR,
                  folder.toString(),
                  "startupLoggedToSystemOut",
                  "false"));
          return new Serving.Server(port, launcher::shutdown);
        });
  }
}
