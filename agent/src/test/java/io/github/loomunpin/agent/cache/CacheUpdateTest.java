// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.loomunpin.agent.cache.CacheFile.UnusableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheUpdateTest {

  private static final String USER = "this one";
  private static final long LONG_MILLIS = 60_000;

  @TempDir private Path folder;

  @BeforeEach
  void assumePermissions() throws IOException {
    Assumptions.assumeTrue(Files.getFileStore(folder).supportsFileAttributeView("posix"));
  }

  private static RewriteCache with(String name) {
    RewriteCache keeping = RewriteCache.keeping();
    new CachedClass(name, "java/lang/Object").in(keeping, new Answers());
    return keeping;
  }

  private Path written() throws Exception {
    Path file = folder.resolve("cache");
    CacheUpdate.update(with("app/A"), file, USER, LONG_MILLIS);
    return file;
  }

  private static CacheFile read(Path file) throws Exception {
    return CacheFile.read(TrustedFile.read(file), USER);
  }

  @Test
  void many_at_once_lose_nothing() throws Exception {
    Path file = folder.resolve("cache");
    List<Callable<Integer>> updates = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      RewriteCache one = with("app/A" + i);
      updates.add(() -> CacheUpdate.update(one, file, USER, LONG_MILLIS));
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(updates.size())) {
      for (Future<Integer> each : threads.invokeAll(updates)) {
        assertThat(each.get()).isPositive();
      }
    }
    assertThat(read(file).size()).isEqualTo(16);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrder("cache", "cache.lock");
    }
  }

  @Test
  void a_damaged_cache_or_that_of_another_is_replaced() throws Exception {
    Path file = written();
    byte[] damaged = Files.readAllBytes(file);
    damaged[damaged.length / 2]++;
    Files.write(file, damaged);

    CacheUpdate.update(with("app/B"), file, USER, LONG_MILLIS);
    assertThat(read(file).classes()).containsOnlyKeys("app/B");

    CacheUpdate.update(with("app/C"), file, "another", LONG_MILLIS);
    assertThatThrownBy(() -> read(file)).isInstanceOf(UnusableException.class);
  }

  @Test
  void no_other_file_is_overwritten() throws Exception {
    Path file = Files.writeString(folder.resolve("mine"), "what somebody wrote by hand");

    assertThatThrownBy(() -> CacheUpdate.update(with("app/A"), file, USER, LONG_MILLIS))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no cache");
    assertThat(file).hasContent("what somebody wrote by hand");
  }

  @Test
  void a_link_stays_one() throws Exception {
    Path file = written();
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);

    CacheUpdate.update(with("app/B"), link, USER, LONG_MILLIS);

    assertThat(link).isSymbolicLink();
    assertThat(read(file).size()).isEqualTo(2);
  }

  private static void isRefused(Path file, String why) {
    assertThatThrownBy(() -> TrustedFile.read(file))
        .isInstanceOf(UnusableException.class)
        .hasMessageContaining(why);
  }

  @Test
  void a_file_that_others_may_write_is_not_read() throws Exception {
    Path file = written();
    assertThat(TrustedFile.read(file)).isNotEmpty();

    for (String permissions : List.of("rw-rw-r--", "rw-r--rw-", "rw-rw-rw-")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
      isRefused(file, "others may write it");
    }
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
    assertThat(TrustedFile.read(file)).isNotEmpty();
  }

  @Test
  void a_file_that_others_may_exchange_is_not_read() throws Exception {
    Path file = written();
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    isRefused(file, "put another file in its place");

    // As /tmp has it.
    Files.setAttribute(folder, "unix:mode", 01777);
    assertThat(TrustedFile.read(file)).isNotEmpty();
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void a_file_of_another_user_is_not_read() throws Exception {
    Path file = written();
    boolean isRoot = (Integer) Files.getAttribute(file, "unix:uid") == 0;
    Assumptions.assumeTrue(isRoot, "only root can give files away");

    Files.setAttribute(file, "unix:uid", 12_345);
    isRefused(file, "it belongs to neither root");
    Files.setAttribute(file, "unix:uid", 0);
    Files.setAttribute(folder, "unix:uid", 12_345);
    isRefused(file, "its folder belongs to neither root");
  }

  @Test
  void what_is_no_file_is_not_read() throws Exception {
    isRefused(folder, "it is no file");
    assertThatThrownBy(() -> TrustedFile.read(folder.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void all_may_read_what_is_written() throws Exception {
    assertThat(Files.getPosixFilePermissions(written()))
        .contains(PosixFilePermission.OTHERS_READ)
        .doesNotContain(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
  }
}
