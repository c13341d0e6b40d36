// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import io.github.loomunpin.agent.cache.CacheFile.UnusableException;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Adds what a run has found out to the file of a cache. The new file is written beside the old one
 * and takes its place at once, so that who reads sees one or the other. A third file, which stays,
 * is locked meanwhile: of two JVMs that end at once, the second adds to what the first has written.
 */
final class CacheUpdate {

  private static final long PAUSE_MILLIS = 20;

  private CacheUpdate() {}

  /**
   * Returns how many classes the file has then.
   *
   * @param user for whom the file is
   * @param millis how long to wait for other JVMs
   */
  static int update(RewriteCache cache, Path path, String user, long millis)
      throws IOException, InterruptedException {
    Path file = Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException("it is not a file"); // beside which there is no place for others
    }
    // The lock ends with the channel.
    try (FileChannel channel =
        FileChannel.open(
            file.resolveSibling(file.getFileName() + ".lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS)) {
      lock(channel, System.nanoTime() + millis * 1_000_000);
      CacheFile merged = cache.mergedWith(current(file, user));
      replace(file, merged.file(user));
      return merged.size();
    }
  }

  private static void lock(FileChannel channel, long end) throws IOException, InterruptedException {
    while (!isLocked(channel)) {
      if (System.nanoTime() > end) {
        throw new IOException("another JVM is writing it");
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // another thread of this JVM
    }
  }

  /** What is there now; nothing of it is kept if it cannot be used. */
  private static CacheFile current(Path file, String user) throws IOException {
    byte[] bytes;
    try {
      bytes = TrustedFile.read(file);
    } catch (NoSuchFileException e) {
      return CacheFile.EMPTY;
    } catch (UnusableException e) {
      throw new IOException(e.getMessage());
    }
    if (bytes.length > 0 && !CacheFile.isMarked(bytes)) {
      throw new IOException("it is not a cache of this agent");
    }
    try {
      return CacheFile.read(bytes, user);
    } catch (UnusableException e) {
      return CacheFile.EMPTY;
    }
  }

  private static void replace(Path file, byte[] bytes) throws IOException {
    Path beside =
        file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid() + ".new");
    Files.deleteIfExists(beside);
    try {
      Files.createFile(
          beside,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
      Files.write(beside, bytes, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
      if (Files.exists(file)) {
        // Whoever may not read the classes of the application still may not.
        Files.setPosixFilePermissions(beside, Files.getPosixFilePermissions(file));
      }
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(beside);
    }
  }

  /** The shutdown hook that updates the file; a JVM that is told to end ends soon. */
  static final class AtExit extends Thread {

    private static final long MOST_MILLIS = 5_000;

    private final RewriteCache cache;
    private final Path path;
    private final String user;
    private final boolean isAuto;
    private final Outcome outcome;

    /**
     * @param isAuto whether the file is the agent's own choice, of which nobody needs to know
     */
    AtExit(RewriteCache cache, Path path, String user, boolean isAuto, Outcome outcome) {
      super("loom-unpin cache");
      this.cache = cache;
      this.path = path;
      this.user = user;
      this.isAuto = isAuto;
      this.outcome = outcome;
    }

    @Override
    public void run() {
      // A file that has nothing still says that there was a run with an update.
      if (!isAuto && !cache.hasMore() && Files.exists(path)) {
        return;
      }
      Save save = new Save();
      Job.End end = OwnThreads.run(save, MOST_MILLIS);
      if (isAuto) {
        return; // a folder that cannot be written is how some systems are set up
      }
      if (end == Job.End.FAILED) {
        outcome.say("cannot write cache=" + path + ": " + save.thrown());
      } else if (end != Job.End.DONE) {
        outcome.say("cannot write cache=" + path + " within " + MOST_MILLIS / 1000 + " s");
      } else {
        String entries = save.result() == 1 ? " entry" : " entries";
        outcome.say("cache=" + path + " has " + save.result() + entries);
      }
    }

    private final class Save extends Job<Integer> {

      @Override
      protected Integer work() throws Exception {
        if (!isAuto) {
          return update(cache, path, user, MOST_MILLIS / 2);
        }
        int size = 0;
        if (cache.hasMore()) {
          UserCache.makeFolder(path);
          size = update(cache, path, user, MOST_MILLIS / 2);
        }
        if (Files.exists(path)) {
          UserCache.used(path);
        }
        return size;
      }
    }
  }
}
