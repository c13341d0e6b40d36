// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs classes of tests and prints a line for each test: its id, its result and why. */
public final class RunTests {

  static final String RESULT = "RESULT ";

  private RunTests() {}

  /**
   * @param args names of classes, and NAME=VALUE of configuration parameters
   */
  public static void main(String[] args) {
    LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
    Map<String, String> parameters =
        Arrays.stream(args)
            .filter(arg -> arg.contains("="))
            .map(arg -> arg.split("=", 2))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    request.configurationParameters(parameters);
    Arrays.stream(args)
        .filter(arg -> !arg.contains("="))
        .forEach(name -> request.selectors(DiscoverySelectors.selectClass(name)));
    LauncherFactory.create().execute(request.build(), new Printer());
    // Threads of tests that hang are carriers, which do not keep the JVM.
    System.exit(0);
  }

  private static final class Printer implements TestExecutionListener {

    @Override
    public void executionFinished(TestIdentifier id, TestExecutionResult result) {
      StringWriter trace = new StringWriter();
      result.getThrowable().ifPresent(thrown -> thrown.printStackTrace(new PrintWriter(trace)));
      String text =
          Base64.getEncoder().encodeToString(trace.toString().getBytes(StandardCharsets.UTF_8));
      System.out.println(
          RESULT + id.getUniqueId().replace(' ', '_') + " " + result.getStatus() + " " + text);
    }
  }
}
