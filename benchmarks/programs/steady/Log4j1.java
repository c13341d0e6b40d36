// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.log4j.FileAppender;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;

/** Lines into a file by a buffer. */
final class Log4j1 {

  private Log4j1() {}

  public static void main(String[] args) throws Exception {
    Path file = Files.createTempFile("steady", ".log");
    file.toFile().deleteOnExit();
    Logger root = Logger.getRootLogger();
    root.addAppender(
        new FileAppender(
            new PatternLayout("%d %-5p [%t] %c - %m%n"), file.toString(), false, true, 8192));
    Logger logger = Logger.getLogger(Log4j1.class);
    int[] n = {0};
    Steady.measure(
        args, number -> () -> logger.info("order " + n[0]++ + " of customer " + number));
  }
}
