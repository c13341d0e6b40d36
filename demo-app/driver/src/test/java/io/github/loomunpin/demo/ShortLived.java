// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo;

import io.github.loomunpin.demo.experiment.Application;
import java.util.ArrayList;
import java.util.List;

/** Applications in JVMs that answer a few requests: the second compiler would not pay. */
public final class ShortLived {

  private static final List<String> OPTIONS =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private ShortLived() {}

  /** The application and its service, both of which start with less processor time. */
  public static Application of(Application application) {
    return new Application(
        application.jar(),
        and(application.jvmOptions()),
        application.arguments(),
        application.databaseConnections(),
        application
            .service()
            .map(
                service ->
                    new Application.Service(
                        service.name(),
                        and(service.jvmOptions()),
                        service.arguments(),
                        service.option())),
        application.processors());
  }

  private static List<String> and(List<String> options) {
    var all = new ArrayList<>(options);
    all.addAll(OPTIONS);
    return all;
  }
}
