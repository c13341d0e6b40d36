// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.junit.jupiter.api.Test;

/** What comes and goes while the JVM runs; what is true of the agent's own MBeans is in ITs. */
class LoomUnpinMetricsTest {

  private final MBeanServer server = MBeanServerFactory.newMBeanServer();
  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final LoomUnpinMetrics metrics = new LoomUnpinMetrics(server, Tags.of("app", "shop"));

  /** Some of the agent's attributes, as an older agent may have them. */
  public interface AgentMXBean {
    String getMode();

    String getVersion();

    long getPinsSetAside();
  }

  private record Agent(String getMode, String getVersion, long getPinsSetAside)
      implements AgentMXBean {}

  /** All of them. */
  public interface PinsMXBean {
    long getCount();

    long getMillis();
  }

  private record Pins(long getCount, long getMillis) implements PinsMXBean {}

  @Test
  void an_agent_and_pins_that_come_later_are_seen() throws Exception {
    metrics.bindTo(registry);
    assertThat(registry.get("loom.unpin.agent").tag("mode", "none").gauge().value()).isZero();

    register(new Agent("detect", "", 3), AgentMXBean.class, "type=Agent");
    register(new Pins(4, 1500), PinsMXBean.class, "type=Pins,site=a.B.c,library=l,convertible=no");

    assertThat(registry.get("loom.unpin.agent").meters()).hasSize(1);
    assertThat(
            registry.get("loom.unpin.agent").tags("mode", "detect", "app", "shop").gauge().value())
        .isEqualTo(1);
    assertThat(registry.get("loom.unpin.version").tag("version", "unknown").meters()).hasSize(1);
    assertThat(registry.get("loom.unpin.pins.aside").functionCounter().count()).isEqualTo(3);
    FunctionTimer pinned =
        registry
            .get("jvm.threads.virtual.pinned")
            .tags("site", "a.B.c", "library", "l", "convertible", "no", "app", "shop")
            .functionTimer();
    assertThat(pinned.count()).isEqualTo(4);
    assertThat(pinned.totalTime(TimeUnit.SECONDS)).isEqualTo(1.5);
  }

  @Test
  void what_the_agent_does_not_have_is_left_out() throws Exception {
    register(new Agent("rewrite+detect", "1", 0), AgentMXBean.class, "type=Agent");
    metrics.bindTo(registry);

    assertThat(registry.getMeters())
        .extracting(meter -> meter.getId().getName())
        .containsExactlyInAnyOrder(
            "loom.unpin.agent", "loom.unpin.version", "loom.unpin.pins.aside");
  }

  @Test
  void nothing_is_left_when_it_is_closed() throws Exception {
    metrics.bindTo(registry);
    register(new Agent("detect", "", 3), AgentMXBean.class, "type=Agent");
    metrics.close();
    register(new Pins(4, 1500), PinsMXBean.class, "type=Pins,site=a.B.c,library=l,convertible=no");

    assertThat(registry.getMeters()).isEmpty();
  }

  @Test
  void beside_a_metric_of_that_name_without_sites_it_takes_another() throws Exception {
    PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    Timer.builder("jvm.threads.virtual.pinned").register(prometheus);
    register(new Pins(4, 1500), PinsMXBean.class, "type=Pins,site=a.B.c,library=l,convertible=no");
    metrics.bindTo(prometheus);

    assertThat(prometheus.scrape())
        .contains("jvm_threads_virtual_pinned_seconds_count 0")
        .containsPattern("jvm_threads_virtual_pinned_by_site_seconds_count\\{.*a.B.c.* 4");
    assertThat(prometheus.getMeters()).extracting(Meter::getId).hasSize(3);
  }

  @Test
  void a_metric_of_that_name_that_comes_later_does_not_part_the_sites() throws Exception {
    PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    register(new Pins(4, 1500), PinsMXBean.class, "type=Pins,site=a.B.c,library=l,convertible=no");
    metrics.bindTo(prometheus);
    Timer.builder("jvm.threads.virtual.pinned").register(prometheus);
    register(new Pins(5, 1500), PinsMXBean.class, "type=Pins,site=a.B.d,library=l,convertible=no");

    assertThat(prometheus.scrape())
        .containsPattern("jvm_threads_virtual_pinned_seconds_count\\{.*a.B.c.* 4")
        .containsPattern("jvm_threads_virtual_pinned_seconds_count\\{.*a.B.d.* 5")
        .doesNotContain("by_site");
  }

  @Test
  void a_filter_leaves_the_metric_without_sites_out() throws Exception {
    PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    prometheus
        .config()
        .meterFilter(
            MeterFilter.deny(
                id ->
                    id.getName().equals("jvm.threads.virtual.pinned")
                        && id.getTag("site") == null));
    Timer.builder("jvm.threads.virtual.pinned").register(prometheus);
    register(new Pins(4, 1500), PinsMXBean.class, "type=Pins,site=a.B.c,library=l,convertible=no");
    metrics.bindTo(prometheus);

    assertThat(prometheus.scrape())
        .containsPattern("jvm_threads_virtual_pinned_seconds_count\\{.*a.B.c.* 4")
        .doesNotContain("by_site");
  }

  @Test
  void other_mbeans_are_none_of_its_business() throws Exception {
    metrics.bindTo(registry);
    server.registerMBean(
        new StandardMBean(new Pins(1, 1), PinsMXBean.class, true),
        new ObjectName("com.acme:type=Pins,site=a,library=b,convertible=c"));
    register(new Pins(1, 1), PinsMXBean.class, "type=Other");

    assertThat(registry.getMeters()).hasSize(1);
  }

  private <T> void register(T bean, Class<T> type, String name) throws Exception {
    server.registerMBean(
        new StandardMBean(bean, type, true), new ObjectName("io.github.loomunpin:" + name));
  }
}
