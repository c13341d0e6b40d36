// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import io.github.loomunpin.agent.cache.CacheFile.Code;
import io.github.loomunpin.agent.cache.CacheFile.UnusableException;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.agent.tell.JdkVersion;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.rules.classfile.OwnFiles;
import io.github.loomunpin.rules.mode.JdkMonitors.KnownCode;
import io.github.loomunpin.rules.mode.ModeQuestions;
import io.github.loomunpin.rules.option.AgentOptions;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Rewrites classes by what happened to them in earlier runs, where that is proved to be the same,
 * and else anew. Keeps what was rewritten anew if it is to update its file, and what would have
 * happened to a class if others had not been loaded before it: from start to start, the order may
 * differ. Safe for any thread.
 */
public final class RewriteCache implements KnownCode {

  /** Rewrites one class. */
  public interface Rewriting {

    /** What happens to the class, of which nothing else is asked about other classes. */
    RewriteResult rewrite(ModeQuestions classes);
  }

  /** A cache that holds nothing and keeps nothing. */
  public static final RewriteCache NONE = new RewriteCache(CacheFile.EMPTY, false);

  private final CacheFile file;
  private final boolean updates;

  /** What was found out in this run; guards itself and those that follow. */
  private final List<Entry> added = new ArrayList<>();

  private final Map<String, Code> addedCode = new HashMap<>();
  private long addedBytes;

  private final List<OfJdk> ofJdk = new ArrayList<>();

  /**
   * What happened to a class of the JDK. To write it takes streams, which are themselves rewritten
   * as they are loaded, so that is left until the end.
   */
  private record OfJdk(byte[] before, NotedQuestions noted, RewriteResult result) {}

  /**
   * @param updates whether to keep what was found out in this run
   */
  RewriteCache(CacheFile file, boolean updates) {
    this.file = file;
    this.updates = updates;
  }

  /** The cache that the options name; if its file cannot be used, one line says why. */
  public static RewriteCache open(AgentOptions options, Outcome outcome) {
    boolean isAuto = options.isCacheAuto();
    if (!isAuto && options.cache().isEmpty()) {
      return NONE;
    }
    String named = "cache=" + (isAuto ? "auto" : options.cache().get());
    if (options.mode() != AgentOptions.Mode.REWRITE) {
      outcome.warn(named + " is ignored, since nothing is rewritten");
      return NONE;
    }
    Optional<String> user = user(options);
    if (user.isEmpty()) {
      outcome.warn(named + " is ignored: the agent is not in a jar");
      return NONE;
    }
    Optional<Path> file = isAuto ? UserCache.file(user.get()) : options.cache();
    return file.isEmpty() ? NONE : open(file.get(), user.get(), options, outcome);
  }

  private static RewriteCache open(Path path, String user, AgentOptions options, Outcome outcome) {
    boolean isAuto = options.isCacheAuto();
    // What is kept for later runs takes memory, which a container with a read-only disk need not
    // pay.
    boolean updates = isAuto ? UserCache.canWrite(path) : options.cacheUpdate();
    CacheFile file = CacheFile.EMPTY;
    try {
      file = CacheFile.read(TrustedFile.read(path), user);
    } catch (NoSuchFileException e) {
      if (!updates && !isAuto) {
        outcome.warn("cache=" + path + " is not there; cache.update=true makes it at exit");
      }
    } catch (UnusableException e) {
      outcome.warn("cache=" + path + " is ignored: " + e.getMessage());
    } catch (IOException | RuntimeException e) {
      if (!isAuto) {
        outcome.warn("cache=" + path + " is ignored: " + e);
      }
    } catch (OutOfMemoryError e) {
      outcome.warn("cache=" + path + " is ignored: there is no memory for it");
    }
    RewriteCache cache = new RewriteCache(file, updates);
    if (updates) {
      Runtime.getRuntime()
          .addShutdownHook(new CacheUpdate.AtExit(cache, path, user, isAuto, outcome));
    }
    return cache;
  }

  /** For whom a file holds: this build of the agent, this JDK, and what decides over classes. */
  private static Optional<String> user(AgentOptions options) {
    Optional<String> agent = AgentBuild.id();
    if (agent.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        agent.get()
            + "\njdk "
            + JdkVersion.ofThisJvm()
            + " "
            + System.getProperty("java.vm.vendor")
            + " "
            + System.getProperty("java.vm.version")
            + "\ninclude "
            + options.include()
            + "\nexclude "
            + options.exclude());
  }

  /** What the build has found out about the JDK's own classes, for {@link #find} alone. */
  public static RewriteCache ofJdk() {
    try {
      byte[] store = OwnFiles.read(RewriteCache.class, JdkStoreMaker.FILE);
      return new RewriteCache(CacheFile.read(store, JdkStoreMaker.USER), false);
    } catch (IOException | UnusableException | RuntimeException e) {
      // A build that knew no JDK has made none.
      return NONE;
    }
  }

  /** A cache that holds nothing and keeps everything, without a file. */
  public static RewriteCache keeping() {
    return new RewriteCache(CacheFile.EMPTY, true);
  }

  /** What this one has kept, as it is after it was written and read. */
  public RewriteCache reread() {
    try {
      byte[] written = mergedWith(file).file("");
      return new RewriteCache(CacheFile.read(written, ""), false);
    } catch (IOException | UnusableException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether there is anything of the application in the file. */
  public boolean isWarm() {
    for (List<Entry> entries : file.classes().values()) {
      if (entries.get(0).before().length() > 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * What happens to a class.
   *
   * @param name internal name, as far as the class file tells
   * @param live the answers of now
   * @param anew called with other questions than these, if the file does not tell
   */
  public RewriteResult rewrite(String name, byte[] classFile, ModeQuestions live, Rewriting anew) {
    return rewrite(name, classFile, live, anew, false);
  }

  /** Does the same for a class of the JDK's own, of whose class file it keeps the sums alone. */
  public RewriteResult rewriteOfJdk(
      String name, byte[] classFile, ModeQuestions live, Rewriting anew) {
    return rewrite(name, classFile, live, anew, true);
  }

  private RewriteResult rewrite(
      String name, byte[] classFile, ModeQuestions live, Rewriting anew, boolean isOfJdk) {
    Optional<RewriteResult> known = find(name, classFile, live);
    if (known.isPresent()) {
      return known.get();
    }
    if (!updates) {
      return anew.rewrite(live);
    }
    NotedQuestions noted = new NotedQuestions(live);
    RewriteResult result = anew.rewrite(noted);
    try {
      if (isOfJdk) {
        keepOfJdk(classFile, noted, result);
      } else {
        keep(name, classFile, noted, result);
        if (noted.dependOnLoading()) {
          keepOthers(name, classFile, live, anew);
        }
      }
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      // What is for later runs has no part in what happens to the class in this one.
    }
    return result;
  }

  private void keepOfJdk(byte[] classFile, NotedQuestions noted, RewriteResult result) {
    if (noted.areComplete() && result.isWhole()) {
      synchronized (added) {
        ofJdk.add(new OfJdk(classFile.clone(), noted, result));
      }
    }
  }

  /**
   * Keeps what would have happened to the class in another order of loading. That may be what no
   * class file has room for, although what it has become now fits.
   */
  private void keepOthers(String name, byte[] classFile, ModeQuestions live, Rewriting anew) {
    for (ModeQuestions other : OtherLoadOrder.likely(live, name)) {
      NotedQuestions otherwise = new NotedQuestions(other);
      keep(name, classFile, otherwise, anew.rewrite(otherwise));
    }
  }

  /**
   * What happens to a class, if the file tells.
   *
   * @param name internal name, as far as the class file tells
   * @param live the answers of now
   */
  public Optional<RewriteResult> find(String name, byte[] classFile, ModeQuestions live) {
    List<Entry> entries = file.classes().get(name);
    if (entries != null) {
      for (int i = 0; i < entries.size(); i++) {
        Optional<RewriteResult> result = entries.get(i).result(classFile, live);
        if (result.isPresent()) {
          return result;
        }
      }
    }
    return Optional.empty();
  }

  private void keep(String name, byte[] classFile, NotedQuestions noted, RewriteResult result) {
    // What is said aloud is said by the rewriter itself.
    if (!noted.areComplete() || !result.problems().isEmpty() || !result.name().equals(name)) {
      return;
    }
    Entry entry;
    try {
      entry = Entry.of(classFile.clone(), noted, result);
    } catch (IOException | OutOfMemoryError e) {
      return; // a text that is too long, or no room; the class is rewritten all the same
    }
    add(entry);
  }

  private void add(Entry entry) {
    synchronized (added) {
      if (addedBytes + entry.size() < CacheFile.MOST_BYTES / 2) {
        added.add(entry);
        addedBytes += entry.size();
      }
    }
  }

  @Override
  public Optional<Boolean> locksThis(String internalName, byte[] classFile) {
    Code code = file.code().get(internalName);
    return code != null && code.sums().areOf(classFile)
        ? Optional.of(code.locksThis())
        : Optional.empty();
  }

  @Override
  public void add(String internalName, byte[] classFile, boolean locksThis) {
    if (updates) {
      Code code = new Code(Checksums.of(classFile), locksThis);
      synchronized (added) {
        addedCode.put(internalName, code);
      }
    }
  }

  /** Whether this run has found out anything. */
  boolean hasMore() {
    synchronized (added) {
      return !added.isEmpty() || !addedCode.isEmpty() || !ofJdk.isEmpty();
    }
  }

  /** What another file holds, and what this run has found out. */
  CacheFile mergedWith(CacheFile other) {
    List<Entry> classes;
    Map<String, Code> code;
    synchronized (added) {
      classes = new ArrayList<>(added);
      code = new HashMap<>(addedCode);
      for (OfJdk each : ofJdk) {
        try {
          classes.add(Entry.of(each.before(), each.noted(), each.result()).withoutOriginal());
        } catch (IOException e) {
          // A text that is too long; the class is rewritten at each start.
        }
      }
    }
    return other.with(classes, code);
  }
}
