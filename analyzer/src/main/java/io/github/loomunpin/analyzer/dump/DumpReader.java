// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.dump;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.loomunpin.analyzer.result.Gap;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the thread dumps of one file, whatever their form. Text may have several dumps after each
 * other, and output of the application before and between them, as the log of a container has.
 */
public final class DumpReader {

  private static final int MOST_BYTES_OF_MARK = 4;

  /** What a file has. */
  public record Dumps(List<ThreadDump> dumps, List<Gap> incomplete) {}

  private final String file;
  private final FrameText frames = new FrameText();
  private final List<DumpBuilder> found = new ArrayList<>();
  private final List<Gap> incomplete = new ArrayList<>();
  private Optional<DumpParser> open = Optional.empty();

  private DumpReader(String file) {
    this.file = file;
  }

  /**
   * Whether a file is text; recordings and other binary files are not. False if it cannot be read.
   */
  public static boolean isText(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] start = in.readNBytes(MOST_BYTES_OF_MARK);
      return start.length > 0 && !new String(start, StandardCharsets.ISO_8859_1).startsWith("FLR");
    } catch (IOException e) {
      return false;
    }
  }

  /** The file itself if it is text; those of a folder that have thread dumps. */
  public static List<Path> in(Path fileOrFolder) {
    if (!Files.isDirectory(fileOrFolder)) {
      return isText(fileOrFolder) ? List.of(fileOrFolder) : List.of();
    }
    try (Stream<Path> files = Files.list(fileOrFolder)) {
      return files.filter(file -> isText(file) && !read(file).dumps().isEmpty()).sorted().toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Reads what can be read of a file; what cannot is in the gaps. */
  public static Dumps read(Path file) {
    return read(file, file);
  }

  /**
   * @param name what the results call the file
   */
  public static Dumps read(Path file, Path name) {
    DumpReader reader = new DumpReader(name.toString());
    reader.readAll(file);
    return reader.dumps();
  }

  /**
   * The first dump in a text.
   *
   * @param name what the results call it
   */
  public static Optional<ThreadDump> ofText(String text, String name) {
    DumpReader reader = new DumpReader(name);
    try {
      reader.lines(new BufferedReader(new StringReader(text)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    reader.found.removeIf(DumpBuilder::isEmpty);
    return reader.found.stream().findFirst().map(dump -> dump.build(name));
  }

  private void readAll(Path path) {
    try (PushbackInputStream in =
            new PushbackInputStream(Files.newInputStream(path), MOST_BYTES_OF_MARK);
        BufferedReader text = new BufferedReader(new InputStreamReader(in, charset(in)))) {
      text.mark(1);
      int first = text.read();
      text.reset();
      if (first == '{') {
        DumpBuilder json = new DumpBuilder(DumpFormat.JSON);
        found.add(json);
        JsonDump.read(text, frames, json);
      } else {
        lines(text);
      }
    } catch (JsonProcessingException e) {
      String cut = "not JSON up to its end (line " + e.getLocation().getLineNr() + ")";
      found.forEach(dump -> dump.cut = Optional.of(cut));
      if (found.stream().allMatch(DumpBuilder::isEmpty)) {
        incomplete.add(Gap.unreadable(file, cut));
      }
    } catch (IOException e) {
      incomplete.add(Gap.unreadable(file, Gap.reason(e)));
    }
    found.removeIf(DumpBuilder::isEmpty);
    if (found.isEmpty() && incomplete.isEmpty()) {
      incomplete.add(
          Gap.unreadable(
              file,
              isCompressed(path)
                  ? "it is compressed: unpack it first"
                  : "neither a recording nor a thread dump"));
    }
  }

  private static boolean isCompressed(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return in.read() == 0x1F && in.read() == 0x8B;
    } catch (IOException e) {
      return false;
    }
  }

  /** A shell that writes UTF-16, as PowerShell does, says so in the first bytes. */
  private static Charset charset(PushbackInputStream in) throws IOException {
    byte[] start = in.readNBytes(MOST_BYTES_OF_MARK);
    boolean marked = start.length >= 2 && (start[0] & 0xFF) + (start[1] & 0xFF) == 0xFF + 0xFE;
    boolean utf8 = start.length >= 3 && start[0] == (byte) 0xEF && start[1] == (byte) 0xBB;
    int skipped = utf8 ? 3 : 0;
    in.unread(start, skipped, start.length - skipped);
    return marked ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
  }

  private void lines(BufferedReader text) throws IOException {
    String before = "";
    for (String line = text.readLine(); line != null; line = text.readLine()) {
      line = LogPrefix.cutOff(line);
      if (PlainDump.begins(before, line)) {
        begin(new PlainDump(frames, before), before);
      } else if (PrintedDump.begins(line)) {
        begin(new PrintedDump(frames, line, before), before);
      } else if (PinnedThreadsTrace.begins(line)
          && !(open.orElse(null) instanceof PinnedThreadsTrace)) {
        begin(new PinnedThreadsTrace(frames), before);
      }
      String current = line;
      open.ifPresent(parser -> parser.line(current));
      before = line;
    }
    end(before);
  }

  private void begin(DumpParser parser, String before) {
    end(before);
    open = Optional.of(parser);
  }

  private void end(String last) {
    open.ifPresent(
        parser -> {
          Optional<String> cut = parser.cut(last);
          DumpBuilder dump = parser.end();
          dump.cut = cut;
          found.add(dump);
        });
    open = Optional.empty();
  }

  private Dumps dumps() {
    List<ThreadDump> dumps = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      String source = found.size() == 1 ? file : file + " (" + (i + 1) + ")";
      dumps.add(found.get(i).build(source));
      found.get(i).cut.ifPresent(where -> incomplete.add(Gap.unreadable(source, where)));
    }
    return new Dumps(dumps, List.copyOf(incomplete));
  }

  /**
   * What tools that show the log of a container write before each line: the name of a service, as
   * {@code docker compose logs} does, or a time, as {@code kubectl logs --timestamps} does.
   */
  private static final class LogPrefix {

    private static final Pattern PREFIX =
        Pattern.compile(
            "(?:[\\w.-]+ +\\| ?)?(?:\\d{4}-\\d\\d-\\d\\dT[\\d:.]+(?:Z|[+-]\\d\\d:\\d\\d) )?");

    private LogPrefix() {}

    static String cutOff(String line) {
      boolean may = line.indexOf('|') >= 0 || !line.isEmpty() && Character.isDigit(line.charAt(0));
      if (!may) {
        return line;
      }
      Matcher prefix = PREFIX.matcher(line);
      return prefix.lookingAt() ? line.substring(prefix.end()) : line;
    }
  }
}
