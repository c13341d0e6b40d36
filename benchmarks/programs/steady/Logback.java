// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lines into a file that is not flushed after each of them. */
final class Logback {

  private Logback() {}

  public static void main(String[] args) throws Exception {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern("%d %-5level [%thread] %logger - %msg%n");
    encoder.start();
    Path file = Files.createTempFile("steady", ".log");
    file.toFile().deleteOnExit();
    FileAppender<ILoggingEvent> appender = new FileAppender<>();
    appender.setContext(context);
    appender.setEncoder(encoder);
    appender.setImmediateFlush(false);
    appender.setFile(file.toString());
    appender.start();
    context.getLogger("ROOT").addAppender(appender);
    Logger logger = LoggerFactory.getLogger(Logback.class);
    int[] n = {0};
    Steady.measure(args, number -> () -> logger.info("order {} of customer {}", n[0]++, number));
  }
}
