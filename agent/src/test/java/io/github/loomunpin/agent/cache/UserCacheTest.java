// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserCacheTest {

  @TempDir private Path folder;

  @Test
  void the_folder_is_where_the_system_has_caches() {
    assertThat(UserCache.folder("Linux", "/users/a", null))
        .hasValue(Path.of("/users/a/.cache/loom-unpin/rewritten"));
    assertThat(UserCache.folder("Linux", "/users/a", "/var/a"))
        .hasValue(Path.of("/var/a/loom-unpin/rewritten"));
    assertThat(UserCache.folder("Linux", "/users/a", "relative"))
        .hasValue(Path.of("/users/a/.cache/loom-unpin/rewritten"));
    assertThat(UserCache.folder("Mac OS X", "/Users/a", null))
        .hasValue(Path.of("/Users/a/Library/Caches/loom-unpin/rewritten"));
  }

  @Test
  void a_user_without_a_home_has_none() {
    assertThat(UserCache.folder("Linux", "?", null)).isEmpty();
    assertThat(UserCache.folder("Linux", "", "")).isEmpty();
  }

  @Test
  void the_name_is_that_of_the_application_the_jvm_and_the_options() {
    String name = UserCache.name("user", "lib/a.jar:/b.jar", "/opt/app.jar --port 1");

    assertThat(name).matches("app\\.jar-[0-9a-f]+\\.cache");
    assertThat(UserCache.name("user", "lib/a.jar:/b.jar", "/opt/app.jar --port 2")).isEqualTo(name);
    assertThat(
            UserCache.name(
                "user", Path.of("lib/a.jar").toAbsolutePath() + ":/b.jar", "/opt/app.jar"))
        .isEqualTo(name);
    assertThat(UserCache.name("other", "lib/a.jar:/b.jar", "/opt/app.jar")).isNotEqualTo(name);
    assertThat(UserCache.name("user", "/b.jar:lib/a.jar", "/opt/app.jar")).isNotEqualTo(name);
    assertThat(UserCache.name("user", "lib/a.jar:/b.jar", "/opt/app2.jar")).isNotEqualTo(name);
  }

  @Test
  void a_name_holds_nothing_that_a_shell_or_a_file_system_minds() {
    assertThat(UserCache.name("user", "", "com.acme/com.acme.M$ain\n"))
        .matches("com\\.acme\\.M_ain_-[0-9a-f]+\\.cache");
    assertThat(UserCache.name("user", "", "a".repeat(300))).hasSizeLessThan(80);
    assertThat(UserCache.name("user", "", "")).matches("-[0-9a-f]+\\.cache");
  }

  @Test
  void the_files_that_nobody_has_used_for_longest_go() throws Exception {
    Path file = folder.resolve("mine.cache");
    for (int i = 0; i < 60; i++) {
      made("c" + i + ".cache", i);
    }
    made("mine.cache", 0);
    Files.createFile(folder.resolve("other"));

    UserCache.used(file);

    assertThat(file).exists();
    assertThat(folder.resolve("other")).exists();
    assertThat(folder.resolve("c10.cache")).doesNotExist();
    assertThat(folder.resolve("c10.cache.lock")).doesNotExist();
    assertThat(folder.resolve("c11.cache")).exists();
  }

  private void made(String name, int usedAt) throws Exception {
    Files.createFile(folder.resolve(name));
    Path lock = Files.createFile(folder.resolve(name + ".lock"));
    Files.setLastModifiedTime(lock, FileTime.fromMillis(1000L * usedAt));
  }

  @Test
  void the_folder_is_for_the_user_alone() throws Exception {
    Assumptions.assumeTrue(Files.getFileStore(folder).supportsFileAttributeView("posix"));
    Path file = folder.resolve("caches/loom-unpin/a.cache");

    assertThat(UserCache.canWrite(file)).isTrue();
    UserCache.makeFolder(file);

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
        .isEqualTo("rwx------");
  }

  @Test
  void what_is_no_folder_cannot_be_written() throws Exception {
    Path none = Files.createFile(folder.resolve("file"));

    assertThat(UserCache.canWrite(none.resolve("loom-unpin/a.cache"))).isFalse();
  }
}
