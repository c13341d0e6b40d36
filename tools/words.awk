# SPDX-License-Identifier: Apache-2.0
# Copyright the loom-unpin authors
#
# Prints each place of Markdown pages and Java files with words that this project does not use, and what to write
# instead, and each line of a page that is too long. In Java it reads comments and strings, in pages all but code.
# Run it with LC_ALL=C: all versions of awk then see bytes.

BEGIN {
  limit = 120
  start = end = "[^a-z0-9_]"
  word("tell|tells|telling|told", "(only )?of", "name the actor: it logs, reports, lists or names")
  word("become|becomes|became|becoming", "of", "say what happens to it, or what it is")
  word("is|are|was|were|be", "none of", "is not one of; invalid x: use a, b or c")
  add("[^a-z0-9_](is|are|was|were) no [a-z]", "is not a, is not the, does not")
  word("shall", "", "must, should or will")
  word("the same", "of", "name it again")
  word("all else|to be had", "", "everything else; available")
  word("whilst|amongst|towards", "", "while, among, toward")
  word("utilize|utilizes|utilized|leverage|leverages|leveraged", "", "use")
  add("(initial|serial|synchron|recogn|organ|optim|special|general|normal|minim|maxim|summar|final|real|categor|custom" \
    "|material|virtual|author|standard|token|local|central|modern|memor)is(e|es|ed|er|ers|ing|ation|ations)" end,
    "American spelling: -ize, -ization")
  add(start "(re)?(analyse|analysed|analysing|labelled|labelling|modelled|modelling|travelled" \
    "|catalogues?|dialogue|programmes?|grey|centres?|metres?|licences?|defence|artefacts?|judgement|fulfil|practise|practised)" end,
    "American spelling: analyze, labeled, catalog, center, license, artifact")
  add("(behavi|col|fav|neighb|hon|lab|flav|hum|rum)our", "American spelling: behavior, color, neighbor")
}

function word(words, next_words, hint) {
  add(start "(" words ")" (next_words == "" ? "" : " " next_words) end, hint)
}

function add(pattern, hint) {
  count++
  patterns[count] = pattern
  hints[count] = hint
}

FNR == 1 {
  isPage = FILENAME ~ /[.]md$/
  isFenced = isComment = isBlock = 0
  before = ""
}

isPage && /^ *```/ { isFenced = !isFenced; before = ""; next }
isPage && isFenced { next }
isPage {
  # Nobody can break a row of a table, or a word alone. CHANGELOG.md has long lines.
  if (characters($0) > limit && $0 !~ /^ *[|]/ && $0 ~ /[^ ] +[^ ]/ && FILENAME !~ /CHANGELOG/) {
    print FILENAME ":" FNR ": " characters($0) " characters; break the line at " limit
  }
  text = $0
  gsub(/`[^`]*`/, "x", text)
  gsub(/\]\([^)]*\)/, "]", text)
  gsub(/^[ >*]+|[*_]/, "", text)
  check(text, $0 ~ /^ *$|^ *[|]/ ? "" : before)
  before = text
  next
}

# Java: a comment, or what the line has of one, and the strings.
{
  text = $0
  strings = ""
  isPart = 0
  if (isBlock) {
    isBlock = text !~ /"""/
    check(text, "")
    before = ""
    next
  }
  if (isComment) {
    isPart = 1
  } else if (text ~ /^ *\/\*/) {
    isComment = isPart = 1
    before = ""
  } else if (text ~ /^ *\/\//) {
    isPart = 1
  } else {
    before = ""
    if (match(text, / \/\/ .*/)) check(substr(text, RSTART), "")
    while (match(text, /"([^"\\]|\\.)*"/)) {
      strings = strings " " substr(text, RSTART + 1, RLENGTH - 2)
      text = substr(text, RSTART + RLENGTH)
    }
    isBlock = $0 ~ /""" *$/
    if (strings != "") check(strings, "")
    next
  }
  if (text ~ /\*\//) isComment = 0
  gsub(/\{@[a-z]+ [^}]*\}?/, "x", text)
  gsub(/@param [A-Za-z]+/, "", text)
  gsub(/^ *(\/\*+|\*+\/|\*|\/\/) ?|\*\/ *$|<[^>]*>/, "", text)
  check(text, before)
  before = text
}

# Looks for each pattern in a text, and where it begins at the end of the line before.
function check(text, earlier, both, alone, i) {
  alone = good(text)
  both = earlier == "" ? "" : good(earlier " " text)
  for (i = 1; i <= count; i++) {
    if (earlier == "" ? alone ~ patterns[i] : both ~ patterns[i] && (alone ~ patterns[i] || good(earlier) !~ patterns[i])) {
      print FILENAME ":" FNR ": " trim($0) "  (" hints[i] ")"
    }
  }
}

# The text in lower case, between blanks, without what only looks like a pattern.
function good(text) {
  text = " " tolower(text) " "
  gsub(/  +/, " ", text)
  gsub(/there (is|are|was|were) (no|none of) /, "x ", text)
  gsub(/(is|are|was|were) no (longer|more|less|fewer|better|worse|faster|slower|larger|smaller|newer|older|later|earlier|different|higher|lower) /, "x ", text)
  return text
}

# The bytes of UTF-8 that begin a character.
function characters(text) {
  gsub(/[\200-\277]/, "", text)
  return length(text)
}

function trim(text) {
  sub(/^ +/, "", text)
  return text
}
