// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** The producer of kafka-clients that needs no broker; it keeps what was sent, until it is cleared. */
final class Kafka {

  private static final int RECORDS = 10_000;

  private Kafka() {}

  public static void main(String[] args) throws Exception {
    var producer = new MockProducer<>(true, new StringSerializer(), new StringSerializer());
    Steady.measure(args, number -> operation(producer, number));
  }

  private static Steady.Operation operation(
      MockProducer<String, String> producer, int number) {
    int[] n = {0};
    return () -> {
      producer.send(new ProducerRecord<>("orders", "key " + n[0]++ % 1000, "an order"));
      if (number == 0 && n[0] % RECORDS == 0) {
        producer.clear();
      }
    };
  }
}
