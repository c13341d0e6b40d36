// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.MonitorSite;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a user calls the sites of one library, on the command line and in files that are kept:
 *
 * <ol>
 *   <li>the key is the site's {@linkplain SiteNames#stable stable name}; of several sites with one
 *       name all but the first have their number behind it ({@code #2});
 *   <li>the id is the start of the key's SHA-256.
 * </ol>
 *
 * Both are the same for the same code in another version of the library, whatever the library's
 * version and place are, and wherever lines moved.
 */
public final class SiteIds {

  private static final int ID_DIGITS = 8;

  /** Sites are compared by identity: their contents may be equal in two versions of a class. */
  private final Map<MonitorSite, String> keys = new IdentityHashMap<>();

  private SiteIds() {}

  /** The keys of all sites of one library; classes must come in the same order each time. */
  public static SiteIds of(List<ClassSites> sites) {
    SiteIds ids = new SiteIds();
    Map<String, Integer> seen = new HashMap<>();
    for (ClassSites type : sites) {
      for (MonitorSite site : type.sites()) {
        String name = SiteNames.stable(site);
        int number = seen.merge(name, 1, Integer::sum);
        ids.keys.put(site, number == 1 ? name : name + " #" + number);
      }
    }
    return ids;
  }

  /**
   * Readable, without line numbers, unique in the library.
   *
   * @throws IllegalArgumentException for a site of another library
   */
  public String key(MonitorSite site) {
    String key = keys.get(site);
    if (key == null) {
      throw new IllegalArgumentException("not of this library: " + site);
    }
    return key;
  }

  /** Eight hexadecimal digits; nearly always unique among all sites of an application. */
  public String id(MonitorSite site) {
    return id(key(site));
  }

  /** The id of the site with that key. */
  public static String id(String key) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, ID_DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
