// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import static io.github.loomunpin.analyzer.TestArchives.archive;
import static io.github.loomunpin.analyzer.TestArchives.bytesOf;
import static io.github.loomunpin.analyzer.TestArchives.pathOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.loomunpin.analyzer.TestArchives;
import io.github.loomunpin.analyzer.result.Gaps;
import io.github.loomunpin.analyzer.samples.HasNestedBlocks;
import io.github.loomunpin.analyzer.samples.HasWait;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.ScanResult;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BootLoaderTest {

  private static final String LAUNCHER = "org/springframework/boot/loader/Launcher.class";

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "shop-1.jar, BOOT-INF/classes/, org.springframework.boot.loader.JarLauncher",
    "shop-1.war, WEB-INF/classes/, org.springframework.boot.loader.launch.WarLauncher"
  })
  void is_a_library_of_its_own_in_executable_archives(String file, String root, String main) {
    Path archive = app(root, main).writeTo(directory.resolve(file));

    ScanResult result = scan(archive);

    assertThat(result.libraries())
        .extracting(found -> found.library().nameAndVersion(), found -> found.counts().total())
        .containsExactlyInAnyOrder(tuple("shop 1", 2), tuple("spring-boot-loader 3.2.1", 2));
    assertThat(result.libraries())
        .extracting(found -> found.library().path())
        .contains(archive + "!/org/springframework/boot/loader/");
  }

  @Test
  void is_found_as_what_it_is() {
    Path jar =
        app("BOOT-INF/classes/", "org.springframework.boot.loader.JarLauncher")
            .writeTo(directory.resolve("shop-1.jar"));

    try (ClassPath classPath =
        ClassPath.open(List.of(jar.toString()), ReadOptions.DEFAULT, new Gaps())) {
      String name = LAUNCHER.replace(".class", "");
      assertThat(classPath.find(name).orElseThrow().library().name())
          .isEqualTo("spring-boot-loader");
      assertThat(
              classPath.find(pathOf(HasWait.class).replace(".class", "")).orElseThrow().library())
          .extracting("name")
          .isEqualTo("shop");
    }
  }

  @Test
  void is_no_guest_where_it_starts_nothing() {
    Path jar =
        archive()
            .with(LAUNCHER, bytesOf(HasNestedBlocks.class))
            .writeTo(directory.resolve("spring-boot-loader-3.2.1.jar"));

    assertThat(scan(jar).libraries())
        .singleElement()
        .extracting(found -> found.library().path())
        .isEqualTo(jar.toString());
  }

  private static TestArchives app(String root, String main) {
    return archive()
        .with(
            "META-INF/MANIFEST.MF",
            "Manifest-Version: 1.0\nMain-Class: " + main + "\nSpring-Boot-Version: 3.2.1\n\n")
        .with(LAUNCHER, bytesOf(HasNestedBlocks.class))
        .with(root, HasWait.class);
  }

  private static ScanResult scan(Path input) {
    return new LibraryScanner(ReadOptions.DEFAULT).scan(List.of(input.toString()));
  }
}
