// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.loomunpin.agent.cache.CacheFile.UnusableException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
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

    byte[] older = Files.readAllBytes(file);
    older[Long.BYTES - 1]--;
    Files.write(file, older);
    CacheUpdate.update(with("app/D"), file, USER, LONG_MILLIS);
    assertThat(read(file).classes()).containsOnlyKeys("app/D");
  }

  @Test
  void no_other_file_is_overwritten() throws Exception {
    Path file = Files.writeString(folder.resolve("mine"), "what somebody wrote by hand");

    assertThatThrownBy(() -> CacheUpdate.update(with("app/A"), file, USER, LONG_MILLIS))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not a cache");
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
  void a_file_that_a_group_may_exchange_is_not_read_unless_it_is_the_user_s_own_group()
      throws Exception {
    Path file = written();
    boolean isRoot = (Integer) Files.getAttribute(file, "unix:uid") == 0;
    Assumptions.assumeTrue(isRoot, "only root can give files to any group");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxr-x"));
    Files.setAttribute(folder, "unix:gid", 0);
    assertThat(TrustedFile.read(file)).isNotEmpty();

    Files.setAttribute(folder, "unix:gid", 12_345);
    isRefused(file, "put another file in its place");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(TrustedFile.read(file)).isNotEmpty();
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
    isRefused(folder, "it is not a file");
    assertThatThrownBy(() -> TrustedFile.read(folder.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void all_may_read_what_is_written() throws Exception {
    assertThat(Files.getPosixFilePermissions(written()))
        .contains(PosixFilePermission.OTHERS_READ)
        .doesNotContain(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
  }

  @Test
  void a_file_that_only_its_owner_may_read_stays_so() throws Exception {
    Path file = written();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));

    CacheUpdate.update(with("app/B"), file, USER, LONG_MILLIS);

    assertThat(read(file).size()).isEqualTo(2);
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  /** What stands in the way of an update stays, and nothing is left beside it. */
  private void isLeftAlone(Path file) throws Exception {
    List<Path> before = inFolder();
    assertThatThrownBy(() -> CacheUpdate.update(with("app/A"), file, USER, LONG_MILLIS))
        .isInstanceOf(IOException.class);
    assertThat(inFolder()).containsExactlyInAnyOrderElementsOf(before);
  }

  private List<Path> inFolder() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return new ArrayList<>(files.toList());
    }
  }

  @Test
  void what_is_no_file_is_left_alone() throws Exception {
    isLeftAlone(Files.createDirectory(folder.resolve("a-folder")));
    isLeftAlone(Files.createSymbolicLink(folder.resolve("a-device"), Path.of("/dev/full")));
    isLeftAlone(folder.resolve("none").resolve("cache"));
    assertThat(Path.of("/dev/full.lock")).doesNotExist();
  }

  @Test
  void a_file_that_is_larger_than_any_cache_is_not_read() throws Exception {
    Path file = written();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      // Has a size, but takes no room.
      channel.write(ByteBuffer.allocate(1), 5L << 30);
    }
    isRefused(file, "larger than any cache");
  }

  @Test
  void what_a_jvm_that_was_killed_has_left_does_no_harm() throws Exception {
    Path file = written();
    byte[] whole = Files.readAllBytes(file);
    Path beside = folder.resolve("cache." + ProcessHandle.current().pid() + ".new");
    Files.write(beside, Arrays.copyOf(whole, whole.length / 2));
    Files.writeString(folder.resolve("cache.1.new"), "of a JVM that wrote at the same time");

    assertThat(read(file).size()).isEqualTo(1);
    CacheUpdate.update(with("app/B"), file, USER, LONG_MILLIS);
    assertThat(read(file).size()).isEqualTo(2);
    assertThat(beside).doesNotExist();
  }

  @Test
  void while_another_jvm_writes_an_update_waits_and_gives_up() throws Exception {
    Path file = written();
    byte[] before = Files.readAllBytes(file);
    try (FileChannel other =
            FileChannel.open(folder.resolve("cache.lock"), StandardOpenOption.WRITE);
        FileLock lock = other.lock()) {
      assertThat(lock.isValid()).isTrue();
      assertThatThrownBy(() -> CacheUpdate.update(with("app/B"), file, USER, 1))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("another JVM is writing it");
    }
    assertThat(file).hasBinaryContent(before);
    CacheUpdate.update(with("app/B"), file, USER, LONG_MILLIS);
    assertThat(read(file).size()).isEqualTo(2);
  }
}
