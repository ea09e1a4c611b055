// nightd-picture FILE: reads a JPEG, PNG or WebP picture, and writes a small copy of it.
//
// This program decodes in a sandbox (sandbox.h).
//
// The output is one line for each row, with eight hexadecimal digits for each pixel: red, green, blue and alpha.
// Neither side is longer than 128 pixels; each pixel is the mean of an area of the picture. On a failure, the
// program writes one line to standard error and exits with 1.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <jpeglib.h>
#include <png.h>
#include <webp/decode.h>

#include "sandbox.h"

enum {
  SIDE = 128,
  MOST_FILE = 128 << 20,
  MOST_SIDE = 32768,
};
static const uint64_t most_pixels = 200u * 1000 * 1000;

// --- the small picture ---

// A picture that is made smaller while its rows arrive.
static struct {
  uint32_t width, height;              // of the large picture
  uint32_t small_width, small_height;
  uint64_t sums[SIDE * SIDE][4];       // red, green and blue times alpha, and alpha
  uint32_t counts[SIDE * SIDE];
} small;

static void begin(uint64_t width, uint64_t height) {
  if (width == 0 || height == 0) fail("the picture is empty");
  if (width > MOST_SIDE || height > MOST_SIDE || width * height > most_pixels)
    fail("the picture is larger than 200 megapixels or 32768 pixels on a side");
  uint64_t longer = width > height ? width : height;
  uint64_t side = longer < SIDE ? longer : SIDE;
  small.width = (uint32_t)width;
  small.height = (uint32_t)height;
  small.small_width = (uint32_t)((width * side + longer - 1) / longer);
  small.small_height = (uint32_t)((height * side + longer - 1) / longer);
}

static void add_row(uint32_t y, const uint8_t *row, int channels) {
  uint64_t line = (uint64_t)y * small.small_height / small.height * small.small_width;
  for (uint32_t x = 0; x < small.width; x++, row += channels) {
    uint64_t place = line + (uint64_t)x * small.small_width / small.width;
    uint64_t alpha = channels == 4 ? row[3] : 255;
    for (int channel = 0; channel < 3; channel++) small.sums[place][channel] += row[channel] * alpha;
    small.sums[place][3] += alpha;
    small.counts[place]++;
  }
}

static void write_small(void) {
  for (uint32_t y = 0; y < small.small_height; y++) {
    char line[SIDE * 8 + 1], *next = line;
    for (uint32_t x = 0; x < small.small_width; x++) {
      uint64_t *sums = small.sums[y * small.small_width + x];
      uint64_t count = small.counts[y * small.small_width + x];
      for (int channel = 0; channel < 4; channel++) {
        uint64_t whole = channel == 3 ? count : sums[3];
        uint64_t mean = whole == 0 ? 0 : (sums[channel] + whole / 2) / whole;
        *next++ = "0123456789abcdef"[mean >> 4 & 15];
        *next++ = "0123456789abcdef"[mean & 15];
      }
    }
    *next++ = '\n';
    put(1, line, (size_t)(next - line));
  }
}

// --- the formats ---

static jmp_buf jpeg_failure;
static void jpeg_failed(j_common_ptr decoder) {
  (void)decoder;
  longjmp(jpeg_failure, 1);
}
// A picture that is damaged or cut off gives a warning, and grey in place of what is missing.
static void jpeg_warned(j_common_ptr decoder, int level) {
  if (level < 0) jpeg_failed(decoder);
}

static void read_jpeg(const uint8_t *bytes, size_t count) {
  struct jpeg_decompress_struct decoder;
  struct jpeg_error_mgr errors;
  decoder.err = jpeg_std_error(&errors);
  errors.error_exit = jpeg_failed;
  errors.emit_message = jpeg_warned;
  if (setjmp(jpeg_failure)) fail("the JPEG picture is damaged or cut off");
  jpeg_create_decompress(&decoder);
  decoder.mem->max_memory_to_use = (long)(most_memory / 2);
  jpeg_mem_src(&decoder, bytes, count);
  jpeg_read_header(&decoder, TRUE);
  begin(decoder.image_width, decoder.image_height);
  if (decoder.num_components == 4) fail("the picture has the colours of print (CMYK); save it with RGB colours");
  decoder.out_color_space = JCS_RGB;
  // The decoder itself can halve the picture, which takes much less time.
  uint32_t longer = small.width > small.height ? small.width : small.height;
  decoder.scale_num = 1;
  while (decoder.scale_denom < 8 && longer / (decoder.scale_denom * 2) >= 2 * SIDE) decoder.scale_denom *= 2;
  jpeg_start_decompress(&decoder);
  begin(decoder.output_width, decoder.output_height);
  uint8_t *row = malloc((size_t)decoder.output_width * 3);
  if (row == NULL) fail("the picture needs more than 1 GiB of memory");
  while (decoder.output_scanline < decoder.output_height) {
    uint32_t y = decoder.output_scanline;
    if (jpeg_read_scanlines(&decoder, &row, 1) != 1) fail("the JPEG picture is damaged");
    add_row(y, row, 3);
  }
}

static void read_png(const uint8_t *bytes, size_t count) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_memory(&image, bytes, count)) fail("the PNG picture is damaged");
  begin(image.width, image.height);
  int channels = image.format & PNG_FORMAT_FLAG_ALPHA ? 4 : 3;
  image.format = channels == 4 ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB;
  size_t row = (size_t)image.width * (size_t)channels;
  uint8_t *pixels = malloc(row * image.height);
  if (pixels == NULL) fail("the picture needs more than 1 GiB of memory");
  if (!png_image_finish_read(&image, NULL, pixels, 0, NULL)) fail("the PNG picture is damaged or cut off");
  for (uint32_t y = 0; y < image.height; y++) add_row(y, pixels + y * row, channels);
}

static void read_webp(const uint8_t *bytes, size_t count) {
  int width, height;
  if (!WebPGetInfo(bytes, count, &width, &height)) fail("the WebP picture is damaged");
  begin((uint64_t)width, (uint64_t)height);
  uint8_t *pixels = WebPDecodeRGBA(bytes, count, &width, &height);
  if (pixels == NULL) fail("the WebP picture is damaged, cut off, or animated");
  for (int y = 0; y < height; y++) add_row((uint32_t)y, pixels + (size_t)y * (size_t)width * 4, 4);
}

// --- the program ---

int main(int count_of_arguments, char **arguments) {
  if (count_of_arguments != 2) fail("usage: nightd-picture FILE");
  int file = open(arguments[1], O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) fail(strerror(errno));
  struct stat facts;
  if (fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode)) fail("it is not a file");
  reserve_memory();
  enter_sandbox();
  size_t room = 1 << 20, count = 0;
  uint8_t *bytes = malloc(room);
  for (;;) {
    if (bytes == NULL) fail("the picture needs more than 1 GiB of memory");
    ssize_t done = read(file, bytes + count, room - count);
    if (done < 0) fail("the picture cannot be read");
    if (done == 0) break;
    count += (size_t)done;
    if (count > MOST_FILE) fail("the file has more than 128 MiB");
    if (count == room) bytes = realloc(bytes, room *= 2);
  }
  if (count >= 3 && memcmp(bytes, "\xFF\xD8\xFF", 3) == 0) {
    read_jpeg(bytes, count);
  } else if (count >= 8 && memcmp(bytes, "\x89PNG\r\n\x1A\n", 8) == 0) {
    read_png(bytes, count);
  } else if (count >= 12 && memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WEBP", 4) == 0) {
    read_webp(bytes, count);
  } else {
    fail("expected a JPEG, PNG or WebP picture");
  }
  write_small();
  finish(0);
}
