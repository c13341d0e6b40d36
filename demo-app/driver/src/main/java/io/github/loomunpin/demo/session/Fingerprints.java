// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.session;

import io.github.loomunpin.demo.experiment.Schedule;
import io.github.loomunpin.demo.setup.CommonOptions;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * Says whether what was measured before is what would be measured now: jars, JDK, options, load and
 * times are the same.
 */
final class Fingerprints {

  private final CommonOptions options;
  private final Map<Path, String> digests = new HashMap<>();

  Fingerprints(CommonOptions options) {
    this.options = options;
  }

  String of(Trial trial, Schedule schedule, Jdk jdk) throws IOException {
    var application = trial.experiment().application();
    var run = trial.run();
    var text = new StringBuilder();
    text.append(application).append(run.round()).append(run.endpoint()).append(schedule);
    text.append(release(jdk)).append(digest(options.built(trial.jar())));
    if (run.round().agentOptions().isPresent()) {
      text.append(digest(options.built(CommonOptions.AGENT)));
    }
    return digest(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static String release(Jdk jdk) throws IOException {
    var release = jdk.home().resolve("release");
    return Files.exists(release) ? Files.readString(release) : jdk.home().toString();
  }

  private String digest(Path file) throws IOException {
    var known = digests.get(file);
    if (known == null) {
      known = digest(Files.readAllBytes(file));
      digests.put(file, known);
    }
    return known;
  }

  private static String digest(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
