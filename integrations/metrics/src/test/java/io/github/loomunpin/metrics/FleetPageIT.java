// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Program;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Follows docs/fleet.md word by word, in a fresh folder and on JDK 21. */
class FleetPageIT {

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```$");
  private static final Pattern FILE = Pattern.compile("// (\\w+\\.java)\n");
  private static final Pattern FIGURE = Pattern.compile("\\b\\d+(?:[.,]\\d+)*(?=$| )");

  @TempDir private Path directory;

  private record Block(String language, String text) {}

  @Test
  void who_follows_the_page_sees_what_it_shows() throws Exception {
    assumeTrue(Jdk.named(21).isPresent(), "./verify names the JDK in jdk21.home");
    Path shop = Files.createDirectory(directory.resolve("shop"));
    makePlace(shop);
    int port = ShopJvm.freePort();
    List<Block> page = blocks();
    int commands = 0;

    for (int i = 0; i < page.size(); i++) {
      Block block = page.get(i);
      Matcher named = FILE.matcher(block.text());
      if (block.language().equals("java") && named.lookingAt()) {
        Files.writeString(shop.resolve(named.group(1)), block.text());
      } else if (block.language().equals("sh")) {
        Ended ended = bash(shop, block.text().replace("9404", port + ""));

        assertThat(ended.exitCode()).as(block.text() + ended.errors()).isZero();
        assertThat(withoutFigures(ended.output()))
            .as(block.text() + ended.errors())
            .containsExactlyInAnyOrderElementsOf(withoutFigures(page.get(i + 1).text()));
        commands++;
      }
    }
    assertThat(commands).isEqualTo(2);
  }

  /** What the page says that there is. */
  private static void makePlace(Path shop) throws Exception {
    Files.createSymbolicLink(
        shop.resolve("jmx_prometheus_javaagent.jar"),
        ShopJvm.other("jmx_prometheus_javaagent").toAbsolutePath());
    Path lib = Files.createDirectory(shop.resolve("lib"));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path jar = Path.of(entry).toAbsolutePath();
      if (entry.endsWith(".jar") && !jar.getFileName().toString().startsWith("loom-unpin")) {
        Files.createSymbolicLink(lib.resolve(jar.getFileName()), jar);
      }
    }
  }

  private static Ended bash(Path folder, String script) throws Exception {
    String java21 = Jdk.named(21).orElseThrow().home().resolve("bin").toString();
    // The JDK 21 may have no javac.
    String javac = Path.of(System.getProperty("java.home"), "bin").toString();
    return Program.of("bash", "-c", script)
        .in(folder)
        .with(
            "PATH", Stream.of(java21, javac, System.getenv("PATH")).reduce(FleetPageIT::then).get())
        .with("JDK_JAVAC_OPTIONS", "--release 21")
        .with("LOOM_UNPIN_HOME", Path.of("../..").toAbsolutePath().normalize().toString())
        .run(ShopJvm.LIMIT);
  }

  private static String then(String first, String second) {
    return first + File.pathSeparator + second;
  }

  private static List<Block> blocks() throws Exception {
    Matcher matcher = BLOCK.matcher(Files.readString(Path.of("../../docs/fleet.md")));
    return matcher.results().map(r -> new Block(r.group(1), r.group(2))).toList();
  }

  private static List<String> withoutFigures(String text) {
    return text.lines().map(line -> FIGURE.matcher(line).replaceAll("#")).toList();
  }
}
