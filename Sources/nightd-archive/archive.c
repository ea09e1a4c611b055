// nightd-archive: reads an archive from standard input, and writes its entries to standard output.
//
// This program unpacks in a sandbox (sandbox.h), so the entries stay in memory.
//
// It reads tar, also compressed with gzip, xz or zstd, and zip. For each entry, the output has a line with the kind
// (f is a file, d a folder, l a link and o anything else), the number of bytes in the name and the number of bytes
// in the file; then the name and the bytes of the file follow. The last line is `end` and the number of entries.
// The program checks the whole archive before it writes the first byte. On a failure, it writes one line to
// standard error and exits with 1. The reader of the output checks the names.
#define _GNU_SOURCE
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include <archive.h>
#include <archive_entry.h>
#include <zlib.h>

#include "../nightd-picture/sandbox.h"

enum {
  MOST_INPUT = 32 << 20,
  MOST_FILES = 64 << 20,
  MOST_ENTRIES = 4096,
  MOST_NAME = 1024,
  // A compressed tar may be larger than its files by its headers and by the padding of each file.
  MOST_TAR = MOST_FILES + MOST_ENTRIES * 4096,
  PIECE = 64 << 10,
};

static const char *const damaged = "the archive is damaged or cut off";
static const char *const too_large = "its files have more than 64 MiB";

// --- bytes in memory ---

typedef struct {
  uint8_t *bytes;
  size_t count, room;
} Buffer;

// Returns a place for `count` more bytes at the end of the buffer.
static uint8_t *reserve(Buffer *buffer, size_t count) {
  if (buffer->room - buffer->count < count) {
    buffer->room = buffer->room * 2 + count;
    buffer->bytes = realloc(buffer->bytes, buffer->room);
    if (buffer->bytes == NULL) fail("the archive needs more than 1 GiB of memory");
  }
  return buffer->bytes + buffer->count;
}

static void add(Buffer *buffer, const void *bytes, size_t count) {
  memcpy(reserve(buffer, count), bytes, count);
  buffer->count += count;
}

static int begins(const Buffer *input, size_t place, const char *bytes, size_t count) {
  return input->count >= place + count && memcmp(input->bytes + place, bytes, count) == 0;
}

// --- compression ---

// libarchive does not compare the checksum in a gzip file, but zlib does.
static void unpack_gzip(const Buffer *input, Buffer *output) {
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  stream.next_in = input->bytes;
  stream.avail_in = (uInt)input->count;
  if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) fail("the archive cannot be unpacked");
  for (;;) {
    stream.next_out = reserve(output, PIECE);
    stream.avail_out = PIECE;
    int status = inflate(&stream, Z_NO_FLUSH);
    output->count += PIECE - stream.avail_out;
    if (output->count > MOST_TAR) fail(too_large);
    if (status == Z_STREAM_END) {
      // A gzip file may have several parts, and zeros after the last one.
      if (stream.avail_in < 2 || stream.next_in[0] != 0x1f || stream.next_in[1] != 0x8b) return;
      status = inflateReset(&stream);
    }
    if (status != Z_OK) fail(damaged);
  }
}

static struct archive *opened(const Buffer *input, struct archive *reader) {
  if (archive_read_open_memory(reader, input->bytes, input->count) != ARCHIVE_OK) fail(damaged);
  return reader;
}

// Adds the data of the reader's entry to the output.
static void add_data(struct archive *reader, Buffer *output, size_t most) {
  size_t start = output->count;
  for (;;) {
    la_ssize_t done = archive_read_data(reader, reserve(output, PIECE), PIECE);
    if (done < 0) fail(damaged);
    if (done == 0) return;
    output->count += (size_t)done;
    if (output->count - start > most) fail(too_large);
  }
}

static void unpack_others(const Buffer *input, Buffer *output) {
  struct archive *reader = archive_read_new();
  struct archive_entry *entry;
  archive_read_support_filter_xz(reader);
  archive_read_support_filter_zstd(reader);
  archive_read_support_format_raw(reader);
  if (archive_read_next_header(opened(input, reader), &entry) != ARCHIVE_OK) fail(damaged);
  add_data(reader, output, MOST_TAR);
  archive_read_free(reader);
}

// --- entries ---

static char kind_of(struct archive_entry *entry) {
  if (archive_entry_hardlink(entry) != NULL) return 'l';
  switch (archive_entry_filetype(entry)) {
  case AE_IFREG: return 'f';
  case AE_IFDIR: return 'd';
  case AE_IFLNK: return 'l';
  default: return 'o';
  }
}

static size_t read_entries(struct archive *reader, Buffer *output) {
  struct archive_entry *entry;
  size_t entries = 0, left = MOST_FILES;
  Buffer data = {NULL, 0, 0};
  for (;;) {
    int status = archive_read_next_header(reader, &entry);
    if (status == ARCHIVE_EOF) return entries;
    // A warning is about a name that is not UTF-8, or about a property that has no meaning here.
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN) fail(damaged);
    if (++entries > MOST_ENTRIES) fail("it has more than 4096 entries");
    if (archive_entry_is_encrypted(entry)) fail("it is encrypted; unpack it, and import the folder");
    const char *name = archive_entry_pathname(entry);
    if (name == NULL) fail("a name in it is not UTF-8");
    size_t length = strlen(name);
    if (length > MOST_NAME) fail("a name in it has more than 1024 bytes");
    char kind = kind_of(entry), line[64];
    data.count = 0;
    if (kind == 'f') add_data(reader, &data, left);
    left -= data.count;
    add(output, line, (size_t)snprintf(line, sizeof line, "%c %zu %zu\n", kind, length, data.count));
    add(output, name, length);
    if (data.count > 0) add(output, data.bytes, data.count);
  }
}

// --- the program ---

static void read_input(Buffer *input) {
  for (;;) {
    ssize_t done = read(0, reserve(input, PIECE), PIECE);
    if (done < 0) fail("the archive cannot be read");
    if (done == 0) return;
    input->count += (size_t)done;
    if (input->count > MOST_INPUT) fail("the file has more than 32 MiB");
  }
}

// Does what the C library may not do in the sandbox.
static void prepare_locale(void) {
  // glibc reads files when it first converts a name or a local time. So it does both here, before it may not.
  wchar_t wide[2];
  setenv("TZ", "UTC0", 1);
  tzset();
  if (setlocale(LC_CTYPE, "C.UTF-8") == NULL || mbstowcs(wide, "\u00e9", 2) != 1)
    fail("the C library lacks the locale C.UTF-8");
}

int main(void) {
  Buffer input = {NULL, 0, 0}, tar = {NULL, 0, 0}, output = {NULL, 0, 0};
  reserve_memory();
  prepare_locale();
  enter_sandbox();
  read_input(&input);
  int is_zip = begins(&input, 0, "PK", 2);
  if (begins(&input, 0, "\x1f\x8b", 2)) {
    unpack_gzip(&input, &tar);
  } else if (begins(&input, 0, "\xfd" "7zXZ\0", 6) || begins(&input, 0, "\x28\xb5\x2f\xfd", 4)) {
    unpack_others(&input, &tar);
  } else {
    tar = input;
  }
  struct archive *reader = archive_read_new();
  if (is_zip) {
    archive_read_support_format_zip_seekable(reader);
  } else {
    // A tar ends with zeros. libarchive does not notice if a tar is cut off between two entries.
    static const char zeros[1024];
    if (tar.count < sizeof zeros || !begins(&tar, tar.count - sizeof zeros, zeros, sizeof zeros)) fail(damaged);
    archive_read_support_format_tar(reader);
  }
  size_t entries = read_entries(opened(&tar, reader), &output);
  char line[64];
  add(&output, line, (size_t)snprintf(line, sizeof line, "end %zu\n", entries));
  put(1, output.bytes, output.count);
  finish(0);
}
