// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;

/** Small documents into one index in memory, which is emptied now and then. */
final class Lucene {

  private static final int DOCUMENTS = 50_000;

  private Lucene() {}

  public static void main(String[] args) throws Exception {
    IndexWriter writer =
        new IndexWriter(
            new ByteBuffersDirectory(), new IndexWriterConfig(new StandardAnalyzer()));
    Steady.measure(args, number -> operation(writer, number));
  }

  private static Steady.Operation operation(IndexWriter writer, int number) {
    int[] n = {0};
    return () -> {
      int i = n[0]++;
      Document document = new Document();
      document.add(new StringField("id", number + "-" + i, Field.Store.YES));
      document.add(
          new TextField("text", "the quick brown fox number " + i % 1000, Field.Store.NO));
      writer.addDocument(document);
      if (number == 0 && n[0] % DOCUMENTS == 0) {
        writer.deleteAll();
      }
    };
  }
}
