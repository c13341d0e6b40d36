// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.collect.testing.ConcurrentMapTestSuiteBuilder;
import com.google.common.collect.testing.TestStringMapGenerator;
import com.google.common.collect.testing.TestsForListsInJavaUtil;
import com.google.common.collect.testing.TestsForMapsInJavaUtil;
import com.google.common.collect.testing.TestsForQueuesInJavaUtil;
import com.google.common.collect.testing.TestsForSetsInJavaUtil;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.MapFeature;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import junit.framework.AssertionFailedError;
import junit.framework.Test;
import junit.framework.TestListener;
import junit.framework.TestResult;
import junit.framework.TestSuite;

/** Guava's tests of collections, of those of the JDK and of Caffeine. */
public final class CollectionTestsApp {
  private CollectionTestsApp() {}

  public static void main(String[] args) {
    TestSuite all = new TestSuite();
    all.addTest(TestsForListsInJavaUtil.suite());
    all.addTest(TestsForSetsInJavaUtil.suite());
    all.addTest(TestsForQueuesInJavaUtil.suite());
    all.addTest(TestsForMapsInJavaUtil.suite());
    all.addTest(maps("map", ConcurrentHashMap::new));
    all.addTest(maps("cache", () -> Caffeine.newBuilder().<String, String>build().asMap()));
    Map<String, Integer> failed = new TreeMap<>();
    TestResult result = new TestResult();
    result.addListener(new Failures(failed));
    all.run(result);
    System.out.println("OUT: " + result.runCount() + " tests, failed: " + failed);
    System.exit(0);
  }

  private static Test maps(String name, Supplier<Map<String, String>> maps) {
    return ConcurrentMapTestSuiteBuilder.using(
            new TestStringMapGenerator() {
              @Override
              protected Map<String, String> create(Map.Entry<String, String>[] entries) {
                Map<String, String> map = maps.get();
                for (Map.Entry<String, String> entry : entries) {
                  map.put(entry.getKey(), entry.getValue());
                }
                return map;
              }
            })
        .named(name)
        .withFeatures(
            MapFeature.GENERAL_PURPOSE,
            CollectionFeature.SUPPORTS_ITERATOR_REMOVE,
            CollectionSize.ANY)
        .createTestSuite();
  }

  /** Counts failures by the name of the test. */
  private record Failures(Map<String, Integer> failed) implements TestListener {

    @Override
    public void addError(Test test, Throwable error) {
      failed.merge(test + " " + error.getClass().getName(), 1, Integer::sum);
    }

    @Override
    public void addFailure(Test test, AssertionFailedError failure) {
      addError(test, failure);
    }

    @Override
    public void endTest(Test test) {}

    @Override
    public void startTest(Test test) {}
  }
}
