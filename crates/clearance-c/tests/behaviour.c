/* What a C program may rely on: refusals without undefined behaviour, threads, memory that does not grow, scenes, robots and
   proofs. It runs under AddressSanitizer, UndefinedBehaviorSanitizer and valgrind. The argument is how many bodies are made. */
#include <clearance.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int failed = 0;
#define CHECK(condition)                                                                                   \
  do {                                                                                                     \
    if (!(condition)) {                                                                                    \
      printf("%s:%d: %s\n    the last fault: %s\n", __FILE__, __LINE__, #condition, cl_last_error());      \
      failed = 1;                                                                                          \
    }                                                                                                      \
  } while (0)
#define OK(call) CHECK((call) == CL_OK)
#define REFUSED(call, code, words)                                                                         \
  do {                                                                                                     \
    CHECK((call) == (code));                                                                               \
    CHECK(strstr(cl_last_error(), words) != NULL);                                                         \
  } while (0)

static const double corners[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                     {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
static const uint32_t sides[12][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4},
                                      {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};

static cl_mesh *cube(void) {
  cl_mesh *mesh = NULL;
  OK(cl_mesh_new(corners, 0, 8, sides, 0, 12, 0, &mesh));
  return mesh;
}

static cl_shape at(cl_shape shape, double x) {
  shape.pose.translation[0] = x;
  return shape;
}

static void convex(void) {
  const cl_shape ball = cl_ball(0.5), box = at(cl_box(1, 2, 3), 4);
  cl_answer answer;
  OK(cl_signed_distance(&ball, &box, NULL, &answer));
  CHECK(answer.distance == 2.5 && answer.lower <= 2.5 && 2.5 <= answer.upper);
  CHECK(answer.normal[0] == 1.0 && answer.status == CL_SEPARATED && answer.leaf_a == CL_NO_LEAF);
  uint32_t meets = 7;
  OK(cl_overlaps(&ball, &box, NULL, &meets));
  CHECK(meets == 0);
  cl_cast_answer cast;
  memset(&cast, 0, sizeof cast);
  const double way[3] = {5, 0, 0};
  OK(cl_cast(&box, &ball, way, NULL, &cast));
  CHECK(cast.outcome == CL_HIT && cast.lower <= 0.5 && 0.5 <= cast.upper);
  cl_shape flat = cl_box(1, 1, 0);
  flat.flags = CL_PLANE;
  cl_shape other = at(flat, 3);
  OK(cl_distance(&flat, &other, NULL, &answer));
  CHECK(answer.distance == 1.0 && answer.normal[2] == 0.0);
  REFUSED(cl_distance(&flat, &ball, NULL, &answer), CL_MIXED, "b.flags");
}

/* The answer of an old header is written as far as the header knows it. */
static void sizes(void) {
  const cl_shape ball = cl_ball(0.5), box = at(cl_box(1, 2, 3), 4);
  const double way[3] = {5, 0, 0};
  struct {
    cl_cast_answer answer;
    unsigned char after[64];
  } room;
  memset(&room, 0xAB, sizeof room);
  REFUSED(cl_cast(&box, &ball, way, NULL, &room.answer), CL_UNKNOWN, "out->size");
  room.answer.size = (uint32_t)sizeof room.answer + 8;
  REFUSED(cl_cast(&box, &ball, way, NULL, &room.answer), CL_UNKNOWN, "out->size");
  room.answer.size = (uint32_t)sizeof room.answer;
  OK(cl_cast(&box, &ball, way, NULL, &room.answer));
  CHECK(room.answer.size == sizeof room.answer);
  for (size_t i = 0; i < sizeof room.after; ++i) CHECK(room.after[i] == 0xAB);
}

static void wrong(void) {
  cl_mesh *mesh = NULL;
  uint32_t bad[1][3] = {{0, 1, 8}};
  double nan_point[1][3] = {{0, 0, 0}};
  nan_point[0][1] = (double)NAN;
  REFUSED(cl_mesh_new(corners, 0, 8, bad, 0, 1, 0, &mesh), CL_BAD_INDEX, "vertex 8");
  REFUSED(cl_mesh_new(corners, 20, 8, sides, 0, 12, 0, &mesh), CL_BAD_STRIDE, "vertices");
  REFUSED(cl_mesh_new(corners, 0, 8, sides, 0, 0, 0, &mesh), CL_EMPTY, "no triangle");
  REFUSED(cl_mesh_new(NULL, 0, 8, sides, 0, 12, 0, &mesh), CL_NULL_POINTER, "vertices");
  REFUSED(cl_mesh_new(corners, 0, 8, sides, 0, 12, 0, NULL), CL_NULL_POINTER, "out");
  REFUSED(cl_mesh_new(corners, 0, 8, sides, 0, 12, CL_OPEN, &mesh), CL_UNKNOWN, "flags");
  REFUSED(cl_mesh_new((const char *)corners + 1, 0, 7, sides, 0, 12, 0, &mesh), CL_UNALIGNED, "vertices");
  CHECK(mesh == NULL);
  cl_hull *hull = NULL;
  REFUSED(cl_hull_new(nan_point, 0, 1, 0, &hull), CL_NOT_FINITE, "points[0]");
  REFUSED(cl_hull_new(NULL, 0, 0, 0, &hull), CL_EMPTY, "points");
  cl_outline *outline = NULL;
  const uint32_t rings[2] = {3, 6}, polygons[2] = {0, 5};
  REFUSED(cl_outline_new(corners, 24, 8, rings, NULL, 2, 0, &outline), CL_BAD_INDEX, "ring_sizes[1]");
  REFUSED(cl_outline_new(corners, 24, 9, rings, polygons, 2, 0, &outline), CL_BAD_INDEX, "polygons[1]");
  cl_compound *compound = NULL;
  cl_shape parts[2];
  parts[0] = cl_ball(1);
  parts[1] = cl_box(1, -1, 1);
  REFUSED(cl_compound_new(parts, 0, 2, &compound), CL_NEGATIVE, "shapes[1].size[1]");
  REFUSED(cl_compound_new(parts, 0, 0, &compound), CL_EMPTY, "no shape");
  cl_answer answers[2];
  REFUSED(cl_distances(parts, sizeof *parts, parts, 0, 2, NULL, answers, 0), CL_NEGATIVE, "pair 1: a.size[1]");
  REFUSED(cl_distances(parts, 12, parts, 0, 2, NULL, answers, 0), CL_BAD_STRIDE, "stride of a");
  OK(cl_distances(NULL, 0, NULL, 0, 0, NULL, NULL, 0));
  /* A handle of another kind. */
  mesh = cube();
  const cl_shape confused = cl_shape_of(CL_HULL, mesh);
  REFUSED(cl_distance(&parts[0], &confused, NULL, answers), CL_WRONG_HANDLE, "no cl_hull");
  const cl_shape body = cl_shape_of(CL_MESH, mesh);
  REFUSED(cl_signed_distance(&parts[0], &body, NULL, answers), CL_UNSUPPORTED, "b.kind");
  cl_mesh_free(mesh);
  cl_hull_free(NULL);
  cl_cache_free(NULL);
  cl_scene_free(NULL);
  cl_text_free(NULL);
  CHECK(cl_message(12345) != NULL && strlen(cl_version()) > 0);
}

static void bodies(void) {
  cl_mesh *mesh = cube();
  cl_mesh_report report;
  memset(&report, 0, sizeof report);
  OK(cl_mesh_look(mesh, &report));
  CHECK(report.is_closed == 1 && report.open_edges == 0 && report.parts == 1);
  cl_shape a = cl_shape_of(CL_MESH, mesh), b = at(a, 3);
  cl_answer answer;
  cl_cache *cache = NULL;
  OK(cl_cache_new(&cache));
  cl_options options = cl_default_options();
  options.cache = cache;
  for (int i = 0; i < 20; ++i) {
    b.pose.translation[0] = 3 - 0.1 * i;
    OK(cl_distance(&a, &b, &options, &answer));
    cl_answer cold;
    OK(cl_distance(&a, &b, NULL, &cold));
    cold.iterations = answer.iterations;
    CHECK(memcmp(&answer, &cold, sizeof cold) == 0);
  }
  cl_relation_answer relation;
  memset(&relation, 0, sizeof relation);
  b.pose.translation[0] = 1;
  OK(cl_relation(&a, &b, &relation));
  CHECK(relation.relation == CL_TOUCH);
  b.pose.translation[0] = 0.5;
  OK(cl_relation(&a, &b, &relation));
  CHECK(relation.relation == CL_CROSSING);
  cl_overlap_answer overlap;
  memset(&overlap, 0, sizeof overlap);
  OK(cl_overlap(&a, &b, &overlap));
  CHECK(overlap.lower <= 0.5 && 0.5 <= overlap.upper);
  double lower, upper;
  OK(cl_common_volume(&a, &b, 2000, &lower, &upper));
  CHECK(lower <= 0.5 && 0.5 <= upper);
  for (int i = 0; i < 3; ++i) b.size[i] = -2;
  b.pose.translation[0] = 4;
  OK(cl_distance(&a, &b, NULL, &answer));
  CHECK(answer.distance == 1);
  cl_shape parts[2];
  parts[0] = cl_ball(1);
  parts[1] = at(cl_ball(1), 10);
  cl_compound *compound = NULL;
  OK(cl_compound_new(parts, 0, 2, &compound));
  const cl_shape both = at(cl_shape_of(CL_COMPOUND, compound), -6);
  OK(cl_distance(&both, &a, NULL, &answer));
  CHECK(answer.leaf_a == 1 && answer.leaf_b != CL_NO_LEAF);
  cl_answer pairs[3];
  size_t count = 9;
  OK(cl_nearest_pairs(&a, &both, 100, pairs, 0, 3, &count));
  CHECK(count == 3 && pairs[0].distance <= pairs[1].distance);
  cl_outline *outline = NULL;
  const uint32_t rings[2] = {4, 4};
  const double square[8][2] = {{0, 0}, {8, 0}, {8, 8}, {0, 8}, {2, 2}, {6, 2}, {6, 6}, {2, 6}};
  OK(cl_outline_new(square, 0, 8, rings, NULL, 2, 0, &outline));
  cl_shape frame = cl_shape_of(CL_OUTLINE, outline), point = cl_ball(0);
  frame.flags = point.flags = CL_PLANE;
  point.size[0] = point.size[1] = 4;
  OK(cl_distance(&frame, &point, NULL, &answer));
  CHECK(answer.distance == 2);
  cl_compound_free(compound);
  cl_outline_free(outline);
  cl_cache_free(cache);
  cl_mesh_free(mesh);
}

static void scenes(void) {
  cl_mesh *mesh = cube();
  cl_scene *scene = NULL;
  OK(cl_scene_new(0, &scene));
  uint32_t number = 99;
  const char *names[3] = {"left", "middle", "right"};
  const double places[3] = {0, 1.5, 4};
  for (int i = 0; i < 3; ++i) {
    const cl_shape body = at(cl_shape_of(CL_MESH, mesh), places[i]);
    OK(cl_scene_add(scene, names[i], &body, &number));
    CHECK(number == (uint32_t)i);
  }
  const cl_shape body = cl_shape_of(CL_MESH, mesh), ball = cl_ball(1);
  REFUSED(cl_scene_add(scene, "left", &body, &number), CL_BAD_NAME, "left");
  REFUSED(cl_scene_add(scene, "\xff", &body, &number), CL_BAD_NAME, "UTF-8");
  REFUSED(cl_scene_add(scene, "ball", &ball, &number), CL_UNSUPPORTED, "body.kind");
  cl_mesh_free(mesh); /* The scene keeps it. */
  cl_finding found[4];
  memset(found, 0, sizeof found);
  size_t count = 0;
  OK(cl_scene_nearest(scene, found, 0, 4, &count));
  CHECK(count == 3 && found[0].answer.distance == 0.5 && found[0].a == 0 && found[0].b == 1);
  OK(cl_scene_below(scene, 1.0, found, 0, 4, &count));
  CHECK(count == 1 && found[0].kind == CL_GAP && (found[0].flags & CL_BROKEN));
  cl_rule rule;
  memset(&rule, 0, sizeof rule);
  rule.size = sizeof rule;
  rule.flags = CL_RULE_SKIP;
  rule.a = "left";
  rule.b = "mid*";
  OK(cl_scene_add_rule(scene, &rule));
  OK(cl_scene_below(scene, 1.0, NULL, 0, 0, &count));
  CHECK(count == 0);
  OK(cl_scene_clear_rules(scene));
  cl_pose pose;
  memset(&pose, 0, sizeof pose);
  OK(cl_scene_set_pose(scene, 2, &pose));
  OK(cl_scene_below(scene, 0.0, found, 0, 4, &count));
  CHECK(count == 1 && found[0].kind == CL_DUPLICATE);
  REFUSED(cl_scene_set_pose(scene, 7, &pose), CL_BAD_INDEX, "object");
  pose.translation[0] = (double)INFINITY;
  REFUSED(cl_scene_set_pose(scene, 2, &pose), CL_NOT_FINITE, "pose.translation[0]");
  const char *name = NULL;
  OK(cl_scene_name(scene, 1, &name));
  CHECK(strcmp(name, "middle") == 0);
  cl_scene_free(scene);
}

static void proofs(void) {
  cl_mesh *mesh = cube();
  const cl_shape a = cl_shape_of(CL_MESH, mesh), b = at(a, 3);
  char *text = NULL;
  OK(cl_prove(&a, &b, "left", "right", &text));
  const cl_mesh *meshes[2] = {mesh, mesh};
  cl_proven proven[2];
  memset(proven, 0, sizeof proven);
  size_t count = 0;
  OK(cl_verify(text, strlen(text), meshes, 2, proven, 0, 2, &count));
  CHECK(count == 1 && proven[0].lower <= 2 && 2 <= proven[0].upper && proven[0].lower > 1.999);
  CHECK(proven[0].subject == CL_PROVEN_DISTANCE && !proven[0].is_rest);
  text[strlen(text) / 2] ^= 1;
  CHECK(cl_verify(text, strlen(text), meshes, 2, proven, 0, 2, &count) == CL_BAD_FILE);
  REFUSED(cl_prove(&a, &b, "one", "one", &text), CL_BAD_NAME, "name_b");
  cl_text_free(text);
  cl_mesh_free(mesh);
}

/* Cause: every claim was told as a distance. Law: a claim says which length it is about. */
static void claims_say_their_subject(void) {
  const double places[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  cl_mesh *mesh = NULL;
  OK(cl_mesh_new(places, 0, 4, triangles, 0, 4, 0, &mesh));
  /* Two tetrahedra, 4 apart, have at most a ball of diameter 1 in common: true, and no distance. */
  static const char lines[] =
      "clearance-proof 1\nsurface a 05e1be634f03e8b8\nbody 0 a 0e0 0e0 0e0 0e0 0e0 0e0 1e0\n"
      "body 0 b 5e0 0e0 0e0 0e0 0e0 0e0 1e0\ndirection 1 0 0\noverlap 0 1\nslab 1e0 0\n";
  /* FNV-1a with 64 bits, as the last line of a proof has it. */
  uint64_t sum = 0xcbf29ce484222325u;
  for (const char *byte = lines; *byte; byte++) sum = (sum ^ (unsigned char)*byte) * 0x100000001b3u;
  char text[512];
  const int length = snprintf(text, sizeof text, "%send %016llx\n", lines, (unsigned long long)sum);
  const cl_mesh *meshes[1] = {mesh};
  cl_proven proven;
  memset(&proven, 0, sizeof proven);
  size_t count = 0;
  OK(cl_verify(text, (size_t)length, meshes, 1, &proven, 0, 1, &count));
  CHECK(count == 1 && proven.subject == CL_PROVEN_OVERLAP && !proven.is_rest && proven.upper == 1);
  cl_mesh_free(mesh);
}

static void robots(void) {
  static const char urdf[] =
      "<robot name='clock'>"
      "<link name='wall'><collision><origin xyz='2.5 0 0'/><geometry><box size='1 8 8'/></geometry></collision></link>"
      "<link name='hub'/>"
      "<link name='arm'><collision><origin xyz='0.75 0 0'/><geometry><box size='1.5 0.125 0.125'/></geometry></collision></link>"
      "<joint name='stand' type='fixed'><parent link='wall'/><child link='hub'/></joint>"
      "<joint name='turn' type='continuous'><parent link='hub'/><child link='arm'/><axis xyz='0 0 1'/></joint>"
      "</robot>";
  /* Without an SRDF, links that follow each other do not count, and a fixed joint does not part them. */
  cl_robot *robot = NULL;
  size_t coordinates = 0, links = 0, pairs = 9;
  OK(cl_robot_read(urdf, NULL, &robot));
  OK(cl_robot_counts(robot, NULL, NULL, &pairs));
  CHECK(pairs == 0);
  cl_watch *watch = NULL;
  REFUSED(cl_watch_new(robot, &watch), CL_UNSUPPORTED, "no pair");
  cl_robot_free(robot);
  OK(cl_robot_read(urdf, "<robot name='clock'/>", &robot));
  REFUSED(cl_robot_load("/there/is/no/such.urdf", NULL, &robot), CL_BAD_FILE, "such.urdf");
  OK(cl_robot_counts(robot, &coordinates, &links, &pairs));
  CHECK(coordinates == 1 && links == 3 && pairs == 1);
  OK(cl_watch_new(robot, &watch));
  cl_robot_free(robot); /* The watch keeps what it needs. */
  cl_robot_answer answer;
  memset(&answer, 0, sizeof answer);
  double turn = 0;
  OK(cl_watch_clearance(watch, &turn, 1, &answer));
  CHECK(answer.lower <= 0.5 && 0.5 <= answer.upper && answer.contact == CL_LINKS_APART);
  uint32_t is_below = 9;
  OK(cl_watch_below(watch, &turn, 1, 0.25, &is_below, NULL));
  CHECK(is_below == 0);
  REFUSED(cl_watch_clearance(watch, &turn, 2, &answer), CL_BAD_NUMBER, "configuration");
  turn = (double)NAN;
  REFUSED(cl_watch_clearance(watch, &turn, 1, &answer), CL_NOT_FINITE, "configuration");
  cl_watch_free(watch);
}

static long kilobytes(void) {
  FILE *file = fopen("/proc/self/statm", "r");
  long size = 0, resident = 0;
  if (!file) return 0;
  if (fscanf(file, "%ld %ld", &size, &resident) != 2) resident = 0;
  fclose(file);
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

/* Makes and frees bodies of all kinds. */
static void make(int count) {
  for (int i = 0; i < count; ++i) {
    cl_mesh *mesh = cube();
    cl_hull *hull = NULL;
    cl_cache *cache = NULL;
    cl_scene *scene = NULL;
    cl_compound *compound = NULL;
    OK(cl_hull_new(corners, 0, 8, 0, &hull));
    OK(cl_cache_new(&cache));
    OK(cl_scene_new(0, &scene));
    const cl_shape a = cl_shape_of(CL_MESH, mesh), b = at(cl_shape_of(CL_HULL, hull), 3);
    OK(cl_compound_new(&b, 0, 1, &compound));
    uint32_t number;
    OK(cl_scene_add(scene, "cube", &a, &number));
    cl_options options = cl_default_options();
    options.cache = cache;
    cl_answer answer;
    OK(cl_distance(&a, &b, &options, &answer));
    cl_shape refused = b;
    refused.radius = -1;
    CHECK(cl_distance(&a, &refused, &options, &answer) == CL_NEGATIVE);
    cl_hull_free(hull);
    cl_compound_free(compound);
    cl_scene_free(scene);
    cl_cache_free(cache);
    cl_mesh_free(mesh);
  }
}

static void growth(int count) {
  make(count / 10);
  const long before = kilobytes();
  make(count);
  const long after = kilobytes();
  printf("%d bodies of five kinds: %ld kB before, %ld kB after\n", count, before, after);
  /* A sanitizer keeps what was freed for a while, and looks for leaks by itself. */
  if (count >= 10000) CHECK(after - before < 1024);
}

struct shared {
  cl_shape mesh, hull;
  cl_cache *cache;
  cl_answer expected;
  int busy, rounds;
};

static void *thread(void *pointer) {
  struct shared *shared = pointer;
  cl_options options = cl_default_options();
  options.cache = shared->cache;
  int busy = 0;
  for (int i = 0; i < shared->rounds; ++i) {
    cl_answer answer;
    OK(cl_distance(&shared->mesh, &shared->hull, NULL, &answer));
    CHECK(memcmp(&answer, &shared->expected, sizeof answer) == 0);
    /* One cache for all is a mistake, and it is told. */
    const cl_code code = cl_distance(&shared->mesh, &shared->hull, &options, &answer);
    CHECK(code == CL_OK || code == CL_BUSY);
    busy += code == CL_BUSY;
    /* Each thread has its own last fault. */
    cl_shape wrong = cl_ball(1);
    wrong.size[i % 3] = (double)NAN;
    char words[32];
    snprintf(words, sizeof words, "b.size[%d]", i % 3);
    REFUSED(cl_distance(&shared->mesh, &wrong, NULL, &answer), CL_NOT_FINITE, words);
  }
  __atomic_fetch_add(&shared->busy, busy, __ATOMIC_RELAXED);
  return NULL;
}

static void threads(int rounds) {
  cl_mesh *mesh = cube();
  cl_hull *hull = NULL;
  OK(cl_hull_new(corners, 0, 8, 0, &hull));
  struct shared shared;
  memset(&shared, 0, sizeof shared);
  shared.mesh = cl_shape_of(CL_MESH, mesh);
  shared.hull = at(cl_shape_of(CL_HULL, hull), 3);
  shared.rounds = rounds;
  OK(cl_cache_new(&shared.cache));
  OK(cl_distance(&shared.mesh, &shared.hull, NULL, &shared.expected));
  pthread_t all[16];
  for (int i = 0; i < 16; ++i) CHECK(pthread_create(&all[i], NULL, thread, &shared) == 0);
  for (int i = 0; i < 16; ++i) pthread_join(all[i], NULL);
  printf("16 threads: %d of %d uses of one cache were told to be busy\n", shared.busy, 16 * rounds);
  cl_cache_free(shared.cache);
  cl_hull_free(hull);
  cl_mesh_free(mesh);
}

int main(int count, char **words) {
  const int made = count > 1 ? atoi(words[1]) : 10000;
  convex();
  sizes();
  wrong();
  bodies();
  scenes();
  proofs();
  claims_say_their_subject();
  robots();
  threads(made >= 10000 ? 500 : 10);
  growth(made);
  puts(failed ? "FAILED" : "all is well");
  return failed;
}
