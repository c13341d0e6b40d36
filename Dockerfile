# Two images, of the jars that Maven built before (README.md, "Get it"):
#   docker build --target agent -t loom-unpin:0.1.0 .
#   docker build --target analyzer -t loom-unpin-analyzer:0.1.0 .
# docs/deployment.md shows how to use them.

# Any image with cp, and any image with a Java 21 or newer on its PATH.
ARG COPIER=busybox
ARG JAVA=eclipse-temurin:21-jre

# The agent, for an init container to copy.
FROM ${COPIER} AS agent
COPY LICENSE NOTICE agent/target/loom-unpin.jar /opt/loom-unpin/
USER 65534:65534
CMD ["cp", "/opt/loom-unpin/loom-unpin.jar", "/agent/"]

# The analyzer, as a program that reads the files in /work.
FROM ${JAVA} AS analyzer
COPY LICENSE NOTICE analyzer/target/analyzer.jar /opt/loom-unpin/
WORKDIR /work
USER 65534:65534
ENTRYPOINT ["java", "-XX:-UsePerfData", "-jar", "/opt/loom-unpin/analyzer.jar"]
CMD ["--help"]
