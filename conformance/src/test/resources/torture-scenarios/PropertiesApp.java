// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/** Sets properties in main that the JDK reads once, and shows whether they count. */
public final class PropertiesApp {
  private int count;

  private synchronized void lock() {
    count++;
  }

  public static void main(String[] args) throws Exception {
    String outcome;
    try {
      outcome =
          switch (args[0]) {
            case "sort" -> sort();
            case "process" -> process();
            case "files" -> files();
            default -> "nothing set";
          };
    } catch (Error | RuntimeException e) {
      outcome = e.toString();
    }
    new PropertiesApp().lock();
    System.out.println("OUT: " + outcome);
  }

  /** By a comparator that contradicts itself, which only the legacy sort puts up with. */
  private static String sort() {
    System.setProperty("java.util.Arrays.useLegacyMergeSort", "true");
    Random random = new Random(1);
    Integer[] numbers = new Integer[5000];
    Arrays.setAll(numbers, i -> i);
    Arrays.sort(numbers, (a, b) -> random.nextInt(3) - 1);
    return "sorted";
  }

  private static String process() throws Exception {
    System.setProperty("jdk.lang.Process.launchMechanism", "NONE");
    return "process ended with " + new ProcessBuilder("true").start().waitFor();
  }

  private static String files() {
    System.setProperty("java.nio.file.spi.DefaultFileSystemProvider", "no.Provider");
    return "file system of " + Path.of("x").getFileSystem().getClass();
  }
}
