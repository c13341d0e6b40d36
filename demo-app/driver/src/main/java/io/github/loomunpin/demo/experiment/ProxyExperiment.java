// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.experiment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A proxy that asks a slow service: Tomcat with a virtual thread for each request, WebFlux without
 * one, WebFlux with one. How many users can each serve on one processor and in 1 GB? Beside the
 * published clients stands RestClient, which Spring has for threads that wait since then.
 */
final class ProxyExperiment {

  private static final List<Integer> USERS = List.of(500, 1000, 2000, 4000, 8000, 10_000);

  private static final String PUBLISHED = "address";
  private static final String WAITING = "address-loom";
  private static final String REST_CLIENT = "address-rest-client";

  private static final Round TOMCAT =
      round("proxy-tomcat", "Tomcat, virtual threads, RestTemplate", "Tomcat + virtual", "servlet");
  private static final Round WEBFLUX =
      round("proxy-webflux", "WebFlux, WebClient", "WebFlux", "reactive");
  private static final Round WEBFLUX_VIRTUAL =
      round(
          "proxy-webflux-virtual",
          "WebFlux, virtual threads wait for WebClient",
          "WebFlux + virtual",
          "reactive");
  private static final Round TOMCAT_REST_CLIENT =
      round(
          "proxy-tomcat-restclient",
          "Tomcat, virtual threads, RestClient",
          "Tomcat + virtual, RestClient",
          "servlet");
  private static final Round WEBFLUX_REST_CLIENT =
      round(
          "proxy-webflux-restclient",
          "WebFlux, virtual threads, RestClient",
          "WebFlux + virtual, RestClient",
          "reactive");

  static final Experiment EXPERIMENT =
      new Experiment(
          "a proxy",
          new Experiment.Publication(
              "published",
              "Published: Spring Boot with one processor and 1 GB, 4000 to 10000 users. Tomcat with RestTemplate on"
                  + " HttpURLConnection and virtual threads stopped scaling at 4000 users and ran out of memory at 8000,"
                  + " because of its socket wrappers. WebFlux with WebClient and 10000 connections did not; with virtual"
                  + " threads that wait for this WebClient it was as good, and better with 10000 users."),
          "Spring Boot 3.5 on JDK 21, for the application one processor (-XX:ActiveProcessorCount=1, and taskset where there"
              + " is one and more than one processor) and the heap that a JVM has in a container of 1 GB, which is 256 MB"
              + " (-XX:MaxRAM=1g); memory besides the heap is not limited. Service and load generator have the other"
              + " processors. Each user asks again when answered. WebClient and RestClient share Reactor Netty's pool, with 10000"
              + " connections in place of 500, so that no user waits for one; HttpURLConnection opens as many as it needs. A round has one JVM: in turns of 2 s up to 500 users ask until"
              + " half of the answers come no sooner than three turns before and it compiles for less than 5 % of the time, or"
              + " for 60 s; then it is measured with more and more users, for 4 s each after 2 s in which they connect. A JVM"
              + " that ran out of memory is replaced by one that is warmed up for up to 15 s. A row that is repeated by itself"
              + " has a JVM of its own",
          new Application(
              Path.of("demo-app/proxy/target/proxy.jar"),
              List.of("-XX:ActiveProcessorCount=1", "-XX:MaxRAM=1g"),
              List.of("--server.port=0"),
              0,
              Optional.of(
                  new Application.Service(
                      "slow service", List.of("-Xmx256m"), List.of("service"), "--service")),
              OptionalInt.of(1)),
          new Schedule(
              Duration.ofSeconds(60),
              Duration.ofSeconds(2),
              Duration.ofSeconds(4),
              Duration.ZERO,
              1),
          new Schedule(
              Duration.ofSeconds(3),
              Duration.ofSeconds(2),
              Duration.ofSeconds(2),
              Duration.ZERO,
              1),
          runs(),
          // As long as there are few users nothing but the service takes time.
          List.of(
              new Goal.P50Near(run(TOMCAT, endpoint(PUBLISHED, 500)), 0.5, 0.1),
              new Goal.P50Near(run(WEBFLUX, endpoint(PUBLISHED, 500)), 0.5, 0.1),
              new Goal.P50Near(run(WEBFLUX_VIRTUAL, endpoint(WAITING, 500)), 0.5, 0.1)));

  private ProxyExperiment() {}

  private static List<Run> runs() {
    var runs = new ArrayList<Run>();
    for (int users : USERS) {
      runs.add(run(TOMCAT, endpoint(PUBLISHED, users)));
      runs.add(run(WEBFLUX, endpoint(PUBLISHED, users)));
      runs.add(run(WEBFLUX_VIRTUAL, endpoint(WAITING, users)));
      runs.add(run(TOMCAT_REST_CLIENT, endpoint(REST_CLIENT, users)));
      runs.add(run(WEBFLUX_REST_CLIENT, endpoint(REST_CLIENT, users)));
    }
    return runs;
  }

  private static Endpoint endpoint(String name, int users) {
    return new Endpoint(
        name + "-" + users,
        "/" + name + "/500",
        "answers when a service has, after 500 ms",
        new Load.Closed(users),
        List.of(),
        "");
  }

  private static Run run(Round round, Endpoint endpoint) {
    return new Run(round, endpoint);
  }

  private static Round round(String id, String title, String name, String type) {
    return Round.on(21, id, title, name)
        .with(
            List.of(
                "--spring.main.web-application-type=" + type,
                "--spring.threads.virtual.enabled=true"));
  }
}
