// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.Set;

/**
 * Streams of the JDK that are known not to be those of a socket. One that is wrapped around such a
 * stream is as good as that.
 */
final class Streams {

  private static final String OF_FILE = "java/io/FileInputStream";

  /** In memory, and of files. */
  private static final Set<String> LOCAL =
      Set.of(
          "java/io/ByteArrayInputStream",
          "java/io/ByteArrayOutputStream",
          "java/io/CharArrayReader",
          "java/io/CharArrayWriter",
          "java/io/FileReader",
          "java/io/FileWriter",
          "java/io/FileOutputStream",
          "java/io/StringReader",
          "java/io/StringWriter",
          OF_FILE);

  /** Stands for each of them. */
  static final Origin ANY_LOCAL = Origin.made(OF_FILE);

  private Streams() {}

  /** Whether what has that static type may be one. */
  static boolean mayBeStream(String type) {
    return type.startsWith("java/io/")
        || type.startsWith("java/util/zip/")
        || type.startsWith("java/util/jar/");
  }

  /** Whether only the whole program may tell if an object is a stream in memory or of a file. */
  static boolean mayBeLocal(Origin origin) {
    return switch (origin.kind()) {
      case FIELD, RESULT -> true;
      case NEW -> !CodeReader.isJdk(origin.type());
      default -> false;
    };
  }

  /** Whether an object was made as a stream in memory or of a file. */
  static boolean isLocal(Origin origin) {
    return origin.kind() == Origin.Kind.NEW && LOCAL.contains(origin.type());
  }

  /** Whether a constructor makes a stream of the JDK around one other. */
  static boolean wraps(String owner, String name, String descriptor) {
    return name.equals("<init>")
        && (owner.startsWith("java/io/") || owner.startsWith("java/util/"))
        && isStream(descriptor, 1)
        && !isStream(descriptor, descriptor.indexOf(';') + 1);
  }

  private static boolean isStream(String descriptor, int at) {
    return descriptor.startsWith("Ljava/io/InputStream;", at)
        || descriptor.startsWith("Ljava/io/OutputStream;", at)
        || descriptor.startsWith("Ljava/io/Reader;", at)
        || descriptor.startsWith("Ljava/io/Writer;", at);
  }

  /** What a method of the JDK returns if it opens a file or a resource of the class path. */
  static Origin opened(String owner, String name) {
    boolean isOpened =
        switch (name) {
          case "getResourceAsStream", "getSystemResourceAsStream" ->
              owner.equals("java/lang/Class")
                  || owner.equals("java/lang/ClassLoader")
                  || owner.equals("java/lang/Module");
          case "newInputStream", "newBufferedReader", "newOutputStream", "newBufferedWriter" ->
              owner.equals("java/nio/file/Files");
          case "getInputStream" ->
              owner.equals("java/util/zip/ZipFile") || owner.equals("java/util/jar/JarFile");
          default -> false;
        };
    if (!isOpened) {
      return Origin.UNKNOWN;
    }
    return Origin.made(
        name.contains("Out") || name.contains("Wri") ? "java/io/FileOutputStream" : OF_FILE);
  }
}
